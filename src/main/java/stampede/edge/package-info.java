/** What every request passes before anything else looks at it: how large it may be, how it must be written, which trace it is. */
@ApplicationModule(allowedDependencies = {"support"})
@NullMarked
package stampede.edge;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
