/** Money back, in steps that anyone may repeat. */
@ApplicationModule(allowedDependencies = {"alipay", "catalog", "compensation", "money", "order", "support", "task"})
@NullMarked
package stampede.refund;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
