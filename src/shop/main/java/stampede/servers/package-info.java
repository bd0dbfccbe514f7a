/** The way to the database, Redis and the broker: their addresses, what production asks of them, and waiting for them at start. */
@ApplicationModule(allowedDependencies = "support")
@NullMarked
package stampede.servers;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
