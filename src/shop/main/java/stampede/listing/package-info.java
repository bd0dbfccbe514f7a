/** Long lists: what they can be asked, read by key and never by offset, counted as far as that costs nothing. */
@ApplicationModule(allowedDependencies = "replica")
@NullMarked
package stampede.listing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
