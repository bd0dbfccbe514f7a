/** Ids that need no round trip: Snowflake ids and the leases of node numbers behind them. */
@ApplicationModule(allowedDependencies = "support :: clock")
@NullMarked
package stampede.ids;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
