/** What operators see and do about money, and the comparison with Alipay's bill. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "alipay",
            "audit",
            "history",
            "listing",
            "money",
            "order",
            "payment",
            "refund",
            "task",
            "workflow"
        })
@NullMarked
package stampede.paymentadmin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
