/** The shop as JSON. */
@ApplicationModule(
        allowedDependencies = {"support", "account", "catalog", "stock", "order", "purchase", "payment", "books"})
@NullMarked
package stampede.api;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
