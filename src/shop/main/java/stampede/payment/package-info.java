/** Money in and money back: payments and refunds of orders, through Alipay. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "alipay",
            "audit",
            "catalog",
            "compensation",
            "ids",
            "money",
            "order",
            "refund",
            "refusal",
            "support",
            "task"
        })
@NullMarked
package stampede.payment;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
