/** How Redis is asked, how connections to it behave, and their health. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
