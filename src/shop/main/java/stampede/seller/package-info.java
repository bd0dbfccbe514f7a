/** Pages for sellers. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "catalog",
            "counter",
            "coupon",
            "desk",
            "draft",
            "listing",
            "money",
            "order",
            "orderadmin",
            "refusal",
            "report",
            "sale",
            "shipping",
            "site",
            "staff"
        })
@NullMarked
package stampede.seller;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
