/** How a no is said: its status, its words and when to try again. */
@ApplicationModule(allowedDependencies = {})
@NullMarked
package stampede.refusal;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
