/** Tasks that wait for tasks: chains, groups and chords, with joins counted in SQL; knows nothing of the shop. */
@ApplicationModule(allowedDependencies = {"support", "task", "task :: spi", "task :: admin"})
@NullMarked
package stampede.workflow;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
