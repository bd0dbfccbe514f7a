/** How often something may be tried, counted for the whole cluster. */
@ApplicationModule(allowedDependencies = {"support"})
@NullMarked
package stampede.ratelimit;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
