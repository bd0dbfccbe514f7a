/** Signed tokens: cookies, access tokens and refresh tokens. */
@ApplicationModule(allowedDependencies = {"account", "signing"})
@NullMarked
package stampede.token;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
