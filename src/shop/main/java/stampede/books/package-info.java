/** Do the books agree? Sweeper, audit, rebuild and the invariants. */
@ApplicationModule(allowedDependencies = {"catalog", "counter", "pastsale", "stock", "support", "task :: admin"})
@NullMarked
package stampede.books;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
