/** How much is left: the fast counter in Redis and the ledger in MySQL that has the last word. */
@ApplicationModule(allowedDependencies = {"support", "account", "catalog", "task"})
@NullMarked
package stampede.stock;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
