/** Coupons: offers that cost nothing, what shoppers have of them, and their use at the counter. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "counter",
            "listing",
            "money",
            "order",
            "purchase",
            "ratelimit",
            "refusal",
            "sale",
            "stock"
        })
@NullMarked
package stampede.coupon;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
