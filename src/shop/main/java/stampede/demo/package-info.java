/** Something to look at and to try: the demonstration's offers, and offers by the thousand. Uses the shop as a seller would. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "counter",
            "desk",
            "ids",
            "money",
            "order",
            "payment",
            "purchase",
            "support",
            "task"
        })
@NullMarked
package stampede.demo;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
