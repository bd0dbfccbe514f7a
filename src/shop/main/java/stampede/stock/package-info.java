/** The ledger in MySQL, which has the last word on stock. */
@ApplicationModule(allowedDependencies = {"account", "catalog", "money", "signing"})
@NullMarked
package stampede.stock;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
