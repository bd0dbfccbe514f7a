/** What is bounded and refused of HTTP by nodes of any role. */
@ApplicationModule(allowedDependencies = "support")
@NullMarked
package stampede.http;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
