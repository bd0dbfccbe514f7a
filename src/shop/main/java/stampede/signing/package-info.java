/** Keys that sign what the shop gives out. */
@ApplicationModule(allowedDependencies = "support")
@NullMarked
package stampede.signing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
