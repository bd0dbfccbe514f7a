/** Pages for sellers and operators. */
@ApplicationModule(
        allowedDependencies = {
            "support",
            "account",
            "catalog",
            "stock",
            "order",
            "payment",
            "books",
            "task",
            "history",
            "workflow"
        })
@NullMarked
package stampede.console;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
