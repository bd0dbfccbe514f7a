/** The buy button: from a click to a place in the queue, without the database. */
@ApplicationModule(allowedDependencies = {"support", "account", "catalog", "stock", "order", "task"})
@NullMarked
package stampede.purchase;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
