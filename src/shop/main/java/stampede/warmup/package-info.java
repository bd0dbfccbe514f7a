/** What a node does before it says that it is ready. */
@ApplicationModule(
        allowedDependencies = {"account", "catalog", "counter", "order", "stock", "support", "task", "token"})
@NullMarked
package stampede.warmup;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
