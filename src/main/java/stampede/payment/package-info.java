/** Money in and money back, through Alipay. */
@ApplicationModule(allowedDependencies = {"support", "account", "order", "task"})
@NullMarked
package stampede.payment;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
