/** The shop as JSON. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "books",
            "catalog",
            "counter",
            "http",
            "ids",
            "inquiry",
            "money",
            "order",
            "payment",
            "purchase",
            "ratelimit",
            "refund",
            "refusal",
            "servers",
            "signin",
            "staff",
            "stock",
            "token"
        })
@NullMarked
package stampede.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
