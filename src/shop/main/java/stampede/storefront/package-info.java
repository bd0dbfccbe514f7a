/** Pages for shoppers. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "address",
            "catalog",
            "counter",
            "coupon",
            "mail",
            "money",
            "order",
            "payment",
            "privacy",
            "purchase",
            "qr",
            "ratelimit",
            "refund",
            "refusal",
            "reminder",
            "room",
            "security",
            "servers",
            "setting",
            "settlement",
            "shipping",
            "signin",
            "site",
            "staff",
            "token"
        })
@NullMarked
package stampede.storefront;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
