/** How hard shoppers press for an offer at this node, in memory. */
@ApplicationModule(allowedDependencies = {"catalog"})
@NullMarked
package stampede.pressure;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
