/** Pages on which people watch and steer tasks, and the same figures as JSON; closed until the application opens them. */
@ApplicationModule(allowedDependencies = {"history", "task", "task :: spi", "task :: admin", "workflow"})
@NullMarked
package stampede.monitor;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
