/** Pages for sellers and operators. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "books",
            "catalog",
            "compensation",
            "counter",
            "coupon",
            "desk",
            "draft",
            "history",
            "inquiry",
            "listing",
            "money",
            "monitor",
            "order",
            "orderadmin",
            "payment",
            "paymentadmin",
            "product",
            "refund",
            "refusal",
            "rehearsal",
            "retryadmin",
            "room",
            "sale",
            "setting",
            "settlement",
            "shipping",
            "signin",
            "staff",
            "site",
            "stock",
            "support",
            "task",
            "task :: admin",
            "token",
            "workflow"
        })
@NullMarked
package stampede.console;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
