/** The shop as JSON. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "alert",
            "audit",
            "books",
            "catalog",
            "category",
            "channel",
            "counter",
            "draft",
            "coupon",
            "http",
            "idempotency",
            "ids",
            "imports",
            "inquiry",
            "listing",
            "money",
            "order",
            "orderadmin",
            "payment",
            "picture",
            "product",
            "purchase",
            "ratelimit",
            "refund",
            "refusal",
            "report",
            "sale",
            "servers",
            "setting",
            "shipping",
            "signin",
            "site",
            "staff",
            "stock",
            "token"
        })
@NullMarked
package stampede.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
