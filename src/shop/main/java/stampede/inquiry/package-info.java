/** One purchase, step by step, and those that are stuck. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "compensation",
            "counter",
            "history",
            "ids",
            "money",
            "order",
            "pastsale",
            "payment",
            "recovery",
            "refund",
            "stock",
            "support",
            "task",
            "task :: admin"
        })
@NullMarked
package stampede.inquiry;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
