/** Clock, roles and threads: the ground under every module. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.support;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
