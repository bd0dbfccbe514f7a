package stampede.task.worker;

import java.time.Duration;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What a worker takes, and how it stops.
 *
 * @param serve the queues that a worker takes from, without the prefix; empty: all
 * @param windDown how long a node that stops still begins tasks it has in hand
 * @param drainTimeout how long running tasks may go on when the node stops
 */
@Validated
@ConfigurationProperties("stampede.task")
record WorkerProperties(
        @DefaultValue Set<String> serve,
        @DefaultValue("2s") @DurationMin(millis = 0) Duration windDown,
        @DefaultValue("20s") @DurationMin(seconds = 1) Duration drainTimeout) {}
