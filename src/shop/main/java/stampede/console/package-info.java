/** Pages for sellers and operators. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "books",
            "catalog",
            "counter",
            "history",
            "inquiry",
            "money",
            "monitor",
            "order",
            "payment",
            "paymentadmin",
            "refund",
            "settlement",
            "stock",
            "task",
            "workflow"
        })
@NullMarked
package stampede.console;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
