/** The shop as JSON. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "books",
            "catalog",
            "category",
            "channel",
            "compensation",
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
            "retryadmin",
            "sale",
            "servers",
            "setting",
            "shipping",
            "signin",
            "site",
            "staff",
            "stock",
            "task :: admin",
            "token"
        })
@NullMarked
package stampede.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
