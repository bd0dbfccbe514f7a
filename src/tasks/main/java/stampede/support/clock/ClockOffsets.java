package stampede.support.clock;

import java.time.Duration;
import java.util.Optional;

/** How far other clocks are from the cluster's, which is the database's. For those who compare times that different servers gave. */
public interface ClockOffsets {

    /** How far Redis' clock was ahead when last asked; empty if it never answered. */
    Optional<Duration> redisAhead();
}
