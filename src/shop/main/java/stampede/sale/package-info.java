/** What those who run a sale do to it: units, limit, pause, an early end, withdrawal; and what sellers may do or ask for. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "counter",
            "money",
            "recovery",
            "refusal",
            "staff",
            "stock"
        })
@NullMarked
package stampede.sale;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
