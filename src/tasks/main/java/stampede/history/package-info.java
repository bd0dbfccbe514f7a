/** What became of tasks: states, results and the way there, kept for a while; knows nothing of the shop. */
@ApplicationModule(allowedDependencies = {"support", "task", "task :: spi", "task :: admin"})
@NullMarked
package stampede.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
