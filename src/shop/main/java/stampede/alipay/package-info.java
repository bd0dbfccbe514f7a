/** Alipay's contract in plain Java: pay pages, questions, refunds, signatures. Knows nothing of the shop. */
@ApplicationModule(allowedDependencies = {"http", "money", "support"})
@NullMarked
package stampede.alipay;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
