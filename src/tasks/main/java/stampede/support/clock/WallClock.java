package stampede.support.clock;

/**
 * What this machine believes the time to be, in epoch milliseconds. It may be wrong and it may step, so nothing is decided by it: the
 * {@link java.time.Clock} bean is the time that all nodes share.
 */
@FunctionalInterface
public interface WallClock {

    long millis();
}
