/** Where shoppers want their parcels: a small address book for each, so that buying takes one press. */
@ApplicationModule(allowedDependencies = {"account", "ids", "purchase", "refusal", "support"})
@NullMarked
package stampede.address;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
