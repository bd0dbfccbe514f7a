/** Bots play a sale that nobody else can see, on the way that shoppers go, and the shop says whether it is ready. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "alert",
            "audit",
            "books",
            "catalog",
            "counter",
            "desk",
            "draft",
            "ids",
            "money",
            "pulse",
            "purchase",
            "refusal",
            "stock",
            "support",
            "task",
            "task :: admin"
        })
@NullMarked
package stampede.rehearsal;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
