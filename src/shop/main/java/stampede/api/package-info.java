/** The shop as JSON. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "address",
            "alert",
            "archive",
            "audit",
            "books",
            "catalog",
            "category",
            "channel",
            "compensation",
            "counter",
            "draft",
            "coupon",
            "history",
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
            "privacy",
            "product",
            "purchase",
            "ratelimit",
            "refund",
            "refusal",
            "reminder",
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
            "task",
            "task :: admin",
            "token"
        })
@NullMarked
package stampede.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
