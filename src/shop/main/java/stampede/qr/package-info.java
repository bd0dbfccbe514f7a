/** Texts as pictures that phones read. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.qr;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
