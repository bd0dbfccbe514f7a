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
            "order",
            "payment",
            "paymentadmin",
            "refund",
            "settlement",
            "stock",
            "task",
            "task :: admin",
            "task :: spi",
            "workflow"
        })
@NullMarked
package stampede.console;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
