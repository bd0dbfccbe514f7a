/** What one connection may cost before a request has arrived, and the Java that many of them need. */
@ApplicationModule(allowedDependencies = {"support"})
@NullMarked
package stampede.connections;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
