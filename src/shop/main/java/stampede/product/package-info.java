/**
 * Products as sellers and operators make them: what may be written about one, who may change it, its pictures, each act in the audit log.
 */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "catalog",
            "category",
            "desk",
            "listing",
            "money",
            "picture",
            "refusal",
            "site",
            "staff"
        })
@NullMarked
package stampede.product;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
