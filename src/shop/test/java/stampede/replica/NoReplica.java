package stampede.replica;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.Optional;

/** For tests that run without the shop's beans: the primary is asked. */
public final class NoReplica {

    private NoReplica() {}

    public static Replica replica() {
        return new Replica(Optional.empty(), Optional.empty(), Clock.systemUTC(), new SimpleMeterRegistry());
    }
}
