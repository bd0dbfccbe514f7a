/** What happens to each offer, second by second: counted in memory, gathered in Redis, kept by the minute; and the pages that show it. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "counter",
            "draft",
            "money",
            "order",
            "payment",
            "purchase",
            "redis",
            "refund",
            "replica",
            "setting",
            "site",
            "stock",
            "support",
            "task",
            "task :: admin"
        })
@NullMarked
package stampede.pulse;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
