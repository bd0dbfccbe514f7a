/** Brings counter and ledger together again: sweeps reservations, synchronises, rebuilds and repairs counters. */
@ApplicationModule(
        allowedDependencies = {"books", "catalog", "compensation", "counter", "order", "stock", "support", "task"})
@NullMarked
package stampede.recovery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
