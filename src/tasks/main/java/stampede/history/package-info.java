/** The history of tasks: states, results and events, kept for a while. */
@ApplicationModule(allowedDependencies = {"support", "task", "task :: spi"})
@NullMarked
package stampede.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
