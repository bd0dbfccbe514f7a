/** What was bought, from placement to payment or closing. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "compensation",
            "counter",
            "money",
            "pastsale",
            "refusal",
            "servers",
            "setting",
            "signing",
            "stock",
            "support :: clock",
            "support",
            "task"
        })
@NullMarked
package stampede.order;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
