/** Spring Security's chains: who may ask for what, cookies and forms of the pages. */
@ApplicationModule(
        allowedDependencies = {
            "account",
            "audit",
            "ratelimit",
            "refusal",
            "signin",
            "signing",
            "staff",
            "support",
            "token"
        })
@NullMarked
package stampede.security;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
