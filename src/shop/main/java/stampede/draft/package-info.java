/** Offers before they are published: written, submitted, approved or sent back; and the slots that they are put into. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "counter",
            "desk",
            "ids",
            "listing",
            "money",
            "refusal",
            "site",
            "staff",
            "storefront",
            "support"
        })
@NullMarked
package stampede.draft;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
