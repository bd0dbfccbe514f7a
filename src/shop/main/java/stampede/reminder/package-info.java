/** Telling shoppers what they asked to be told: that a sale opens, or that a unit came back to one that is sold out. */
@ApplicationModule(
        allowedDependencies = {
            "account", "catalog", "counter", "ids", "mail", "money", "refusal", "setting", "site", "support", "task"
        })
@NullMarked
package stampede.reminder;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
