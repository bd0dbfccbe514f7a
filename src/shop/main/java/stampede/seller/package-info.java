/** Pages for sellers. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "coupon",
            "desk",
            "listing",
            "money",
            "order",
            "orderadmin",
            "refusal",
            "sale",
            "shipping",
            "site",
            "staff"
        })
@NullMarked
package stampede.seller;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
