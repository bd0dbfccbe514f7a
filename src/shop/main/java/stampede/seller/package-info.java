/** Pages for sellers. */
@ApplicationModule(
        allowedDependencies = {
            "account", "catalog", "coupon", "desk", "listing", "money", "refusal", "sale", "site", "staff"
        })
@NullMarked
package stampede.seller;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
