/** When failed tasks are tried again, as operators set it while the shop runs. */
@ApplicationModule(allowedDependencies = {"account", "audit", "recovery", "refusal", "task :: admin"})
@NullMarked
package stampede.retryadmin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
