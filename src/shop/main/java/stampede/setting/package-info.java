/** Settings that operators change while the shop runs. Whoever uses one declares it; see {@link stampede.setting.Settings}. */
@ApplicationModule(allowedDependencies = {"refusal", "support"})
@NullMarked
package stampede.setting;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
