/** Finding offers by what they are called, where they belong and how they stand. */
@ApplicationModule(allowedDependencies = {"catalog", "category", "counter", "money", "site", "storefront"})
@NullMarked
package stampede.search;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
