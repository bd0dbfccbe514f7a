/** Requests of the JSON API that make something once, however often they come. */
@ApplicationModule(allowedDependencies = {"account", "refusal", "support", "task"})
@NullMarked
package stampede.idempotency;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
