package stampede.task;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How the task engine works. What shapes a queue at the broker (prefix, length) cannot be changed for a queue that exists.
 *
 * @param prefix what the names of all exchanges and queues begin with, and what tells engines apart in the database; null: made of
 *     {@code spring.application.name}, or {@code stampede} if there is none
 * @param zone where {@link Beat}s read the calendar that name no zone
 * @param lanes delays that have a lane in any case; retries and {@link DelayLane} beans bring their own
 * @param maxLength how many messages a queue may hold before it refuses more
 * @param maxMessageSize how large a task may be; no more than the broker's {@code max_message_size}, which closes the channel on more
 * @param confirmTimeout how long to wait for the broker's answer to a publish before it counts as unknown
 * @param pollEvery how often a relay looks for rows of other nodes; those of its own wake it
 * @param relayBatch how many rows a relay takes at a time
 * @param lease how long rows that a relay has claimed are left alone by the others; renewed while it has them in hand
 * @param lastTries how often a task is tried once more after its retries are used up
 * @param lastTryDelay the wait before each of those
 * @param windDown how long a node that stops still begins tasks it has in hand
 * @param drainTimeout how long running tasks may go on when the node stops
 * @param consumerTimeout how long the broker lets a message be unacknowledged, as its own consumer_timeout says
 * @param timeLimit how long one attempt may take of tasks, batches and beats that say nothing themselves; null: no limit
 * @param serve the queues that a worker takes from, without the prefix; empty: all
 * @param queues settings of single queues, by their name without the prefix; a queue that is named here is there, also if no task
 *     declares it, and all tasks but batches may wait in it
 */
@Validated
@ConfigurationProperties("stampede.task")
public record TaskProperties(
        @Pattern(regexp = "[a-z][a-z0-9-]{0,31}") @Nullable String prefix,
        @DefaultValue("UTC") ZoneId zone,
        @DefaultValue({"10s", "30s", "60s", "300s"}) List<@NotNull Duration> lanes,
        @DefaultValue("500000") @Positive long maxLength,
        @DefaultValue("16MB") DataSize maxMessageSize,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration confirmTimeout,
        @DefaultValue("100ms") @DurationMin(millis = 10) Duration pollEvery,
        @DefaultValue("500") @Positive int relayBatch,
        @DefaultValue("5s") @DurationMin(seconds = 1) Duration lease,
        @DefaultValue("2") @PositiveOrZero int lastTries,
        @DefaultValue("60s") @DurationMin(millis = 1) Duration lastTryDelay,
        @DefaultValue("2s") @DurationMin(millis = 0) Duration windDown,
        @DefaultValue("20s") @DurationMin(seconds = 1) Duration drainTimeout,
        @DefaultValue("30m") @DurationMin(seconds = 1) Duration consumerTimeout,
        @DurationMin(millis = 1) @Nullable Duration timeLimit,
        @DefaultValue Set<String> serve,
        @DefaultValue Map<String, @Valid QueueSettings> queues) {

    public QueueSettings queue(String name) {
        return queues.getOrDefault(name, new QueueSettings(null, 0));
    }

    /**
     * How a queue is worked off.
     *
     * @param concurrency how many of its tasks, or batches, run at a time on one node; null: four tasks, one batch; 0: the node takes
     *     nothing of the queue
     * @param prefetch how many messages each of them may have in hand; 0: sixteen tasks, two batches
     */
    public record QueueSettings(
            @Min(0) @Nullable Integer concurrency,
            @DefaultValue("0") @Min(0) int prefetch) {}
}
