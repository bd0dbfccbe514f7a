/** What operators and strangers did: the audit log and the log of security events. */
@ApplicationModule(allowedDependencies = {"listing", "setting", "signing", "support"})
@NullMarked
package stampede.audit;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
