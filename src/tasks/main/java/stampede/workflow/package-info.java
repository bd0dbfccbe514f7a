/** Tasks that wait for tasks: chains, groups and chords, with joins counted in SQL. */
@ApplicationModule(allowedDependencies = {"support", "task", "task :: spi"})
@NullMarked
package stampede.workflow;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
