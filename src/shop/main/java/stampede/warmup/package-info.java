/** What a node does before it says that it is ready. */
@ApplicationModule(allowedDependencies = {"account", "counter", "support", "token"})
@NullMarked
package stampede.warmup;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
