/** Amounts of money in fen. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.money;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
