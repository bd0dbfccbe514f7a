/** Clock, money, ids and roles: the ground under every module; knows nothing of the shop. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.support;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
