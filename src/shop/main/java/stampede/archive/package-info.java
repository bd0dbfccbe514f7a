/** Dead tasks as the shop sees them: which order each is about, what a retry would do, one or many sent again. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "compensation",
            "desk",
            "history",
            "inquiry",
            "listing",
            "money",
            "order",
            "refusal",
            "site",
            "stock",
            "task",
            "task :: admin",
            "task :: spi"
        })
@NullMarked
package stampede.archive;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
