/** Orders as those see them who sell and send: found by whatever somebody knows of one, with an address only where it is needed. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "desk",
            "ids",
            "listing",
            "money",
            "order",
            "pastsale",
            "shipping",
            "site",
            "stock"
        })
@NullMarked
package stampede.orderadmin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
