/** What became of sales and of weeks, in figures: one offer while it sells and afterwards, what a seller sold, how the shop was. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "channel",
            "counter",
            "desk",
            "history",
            "ids",
            "listing",
            "money",
            "pastsale",
            "pulse",
            "replica",
            "room",
            "settlement",
            "site",
            "staff",
            "stock",
            "task",
            "task :: spi"
        })
@NullMarked
package stampede.report;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
