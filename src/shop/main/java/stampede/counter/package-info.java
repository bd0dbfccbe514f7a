/** What is left, counted in Redis: scripts, their calls, and live stock. */
@ApplicationModule(allowedDependencies = {"account", "catalog", "ids", "redis", "stock", "task"})
@NullMarked
package stampede.counter;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
