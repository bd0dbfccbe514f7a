/** The shop as JSON. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "archive",
            "audit",
            "books",
            "catalog",
            "category",
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
            "task",
            "token"
        })
@NullMarked
package stampede.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
