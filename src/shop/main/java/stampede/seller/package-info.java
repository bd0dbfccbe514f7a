/** Pages for sellers. */
@ApplicationModule(allowedDependencies = {"account", "staff"})
@NullMarked
package stampede.seller;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
