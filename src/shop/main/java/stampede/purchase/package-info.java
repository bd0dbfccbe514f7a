/** The buy button: from a click to a place in the queue, without the database. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "challenge",
            "counter",
            "ids",
            "money",
            "order",
            "pressure",
            "ratelimit",
            "redis",
            "refusal",
            "room",
            "setting",
            "signing",
            "stock",
            "support",
            "task"
        })
@NullMarked
package stampede.purchase;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
