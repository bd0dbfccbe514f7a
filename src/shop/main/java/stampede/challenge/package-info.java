/** What the shop asks of those who press while a crowd does: work by their browser, or a wait. */
@ApplicationModule(allowedDependencies = {"account", "catalog", "ids", "order", "pressure", "setting", "signing"})
@NullMarked
package stampede.challenge;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
