/** What became of tasks: states, results and the way there, kept for a while. */
@ApplicationModule(allowedDependencies = {"support", "task", "task :: spi"})
@NullMarked
package stampede.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
