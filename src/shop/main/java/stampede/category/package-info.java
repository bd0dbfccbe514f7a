/** Categories of products: a tree of two levels that operators keep. */
@ApplicationModule(allowedDependencies = {"account", "audit", "catalog", "desk", "ids", "refusal", "support"})
@NullMarked
package stampede.category;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
