/** What was bought, from placement to payment or closing. */
@ApplicationModule(allowedDependencies = {"support", "account", "catalog", "stock", "task"})
@NullMarked
package stampede.order;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
