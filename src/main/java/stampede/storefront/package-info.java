/** Pages for shoppers. */
@ApplicationModule(
        allowedDependencies = {"support", "site", "account", "catalog", "stock", "order", "purchase", "payment"})
@NullMarked
package stampede.storefront;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
