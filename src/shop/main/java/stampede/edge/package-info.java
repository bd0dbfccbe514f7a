/** Everything that is answered or refused before Spring MVC. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "address",
            "api",
            "api :: problem",
            "api :: room",
            "catalog",
            "http",
            "purchase",
            "refusal",
            "room",
            "security",
            "servers",
            "signin",
            "site",
            "storefront",
            "support"
        })
@NullMarked
package stampede.edge;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
