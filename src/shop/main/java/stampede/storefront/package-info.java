/** Pages for shoppers. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "counter",
            "money",
            "order",
            "payment",
            "purchase",
            "ratelimit",
            "refund",
            "refusal",
            "security",
            "servers",
            "setting",
            "signin",
            "site",
            "staff",
            "token"
        })
@NullMarked
package stampede.storefront;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
