package stampede.console.tonight;

import java.time.Duration;
import java.util.Optional;

/**
 * How a server answers this node.
 *
 * @param name MariaDB, Redis or RabbitMQ, as an operator calls it
 * @param state whether it does what the shop needs
 * @param took how long its answer took, if there was one
 */
public record ServerState(String name, State state, Optional<Duration> took) {

    /** Whether a server does what the shop needs. */
    public enum State {
        UP,
        /** It answers, and not as it should. */
        DOWN,
        /** It did not answer in time. */
        SILENT
    }

    /** Milliseconds that its answer took. */
    public Optional<Long> millis() {
        return took.map(Duration::toMillis);
    }
}
