/** What was bought, from placement to payment or closing. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "counter",
            "money",
            "refusal",
            "servers",
            "signing",
            "stock",
            "support",
            "support :: clock",
            "task"
        })
@NullMarked
package stampede.order;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
