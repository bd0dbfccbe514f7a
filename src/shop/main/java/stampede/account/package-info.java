/** Who is who: shoppers, sellers and operators, and how they prove it. */
@ApplicationModule(allowedDependencies = {"ids", "refusal"})
@NullMarked
package stampede.account;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
