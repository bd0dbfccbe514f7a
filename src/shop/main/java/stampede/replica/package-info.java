/** Reads that are long and may be a little old: from a replica of the database where there is one, with their age told. */
@ApplicationModule(allowedDependencies = "task :: spi")
@NullMarked
package stampede.replica;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
