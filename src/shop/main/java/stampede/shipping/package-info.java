/** Orders on their way: who sends them, who has them. */
@ApplicationModule(allowedDependencies = {"account", "audit", "order", "pastsale", "refund", "refusal", "task"})
@NullMarked
package stampede.shipping;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
