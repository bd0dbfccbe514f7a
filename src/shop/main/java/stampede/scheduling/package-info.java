/** The threads of methods that run again and again. */
@ApplicationModule(allowedDependencies = {"support"})
@NullMarked
package stampede.scheduling;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
