/** How people prove who they are, how often they may try, and which sign-ins are good. */
@ApplicationModule(
        allowedDependencies = {"account", "account :: password", "audit", "qr", "ratelimit", "signing", "token"})
@NullMarked
package stampede.signin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
