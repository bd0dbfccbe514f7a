/** What the shop did to undo or repair something, in a table and in a file. */
@ApplicationModule(allowedDependencies = {"catalog", "listing", "stock", "support", "task", "task :: spi"})
@NullMarked
package stampede.compensation;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
