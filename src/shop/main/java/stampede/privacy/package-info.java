/** What the shop keeps about a shopper: handed out to its owner, and deleted when its owner wants it. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "address",
            "audit",
            "coupon",
            "mail",
            "money",
            "order",
            "pastsale",
            "ratelimit",
            "refusal",
            "signin",
            "support"
        })
@NullMarked
package stampede.privacy;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
