/** What those see who watch a node from outside, besides the figures of each module. */
@ApplicationModule(allowedDependencies = {"catalog", "order", "stock", "support :: clock"})
@NullMarked
package stampede.watch;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
