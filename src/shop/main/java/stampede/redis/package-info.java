/** How connections to Redis behave, and their health. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
