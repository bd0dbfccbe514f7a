/** Money in and money back: payments and refunds of orders, through Alipay. */
@ApplicationModule(allowedDependencies = {"support", "account", "order", "alipay", "task", "history", "workflow"})
@NullMarked
package stampede.payment;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
