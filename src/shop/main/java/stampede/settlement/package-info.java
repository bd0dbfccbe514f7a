/** Closes sales out and proves where every unit went. */
@ApplicationModule(
        allowedDependencies = {
            "books",
            "catalog",
            "counter",
            "listing",
            "pastsale",
            "recovery",
            "replica",
            "setting",
            "stock",
            "support"
        })
@NullMarked
package stampede.settlement;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
