/** Do the books agree? Sweeper, audit, rebuild and the invariants. */
@ApplicationModule(
        allowedDependencies = {"support", "account", "catalog", "stock", "order", "payment", "task", "history"})
@NullMarked
package stampede.books;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
