/** What is for sale, when and at what price; the warm cache of slots. */
@ApplicationModule(allowedDependencies = {"account", "ids", "money", "redis", "setting", "support", "task"})
@NullMarked
package stampede.catalog;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
