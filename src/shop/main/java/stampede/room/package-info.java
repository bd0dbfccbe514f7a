/** The waiting room of a popular offer: who is before whom. It keeps order and never decides who has a unit. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "counter",
            "ids",
            "pressure",
            "ratelimit",
            "redis",
            "refusal",
            "setting",
            "signing",
            "support"
        })
@NullMarked
package stampede.room;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
