package stampede.task;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What tasks, attempts and queues are like unless a task says otherwise. The prefix of a queue cannot be changed for a queue that exists.
 *
 * @param prefix what the names of all exchanges and queues begin with, and what tells engines apart in the database; null: made of
 *     {@code spring.application.name}, or {@code stampede} if there is none
 * @param zone where {@link Beat}s read the calendar that name no zone
 * @param lanes delays that have a lane in any case; retries and {@link DelayLane} beans bring their own
 * @param lastTries how often a task is tried once more after its retries are used up
 * @param lastTryDelay the wait before each of those
 * @param consumerTimeout how long the broker lets a message be unacknowledged, as its own consumer_timeout says
 * @param timeLimit how long one attempt may take of tasks, batches and beats that say nothing themselves; null: no limit
 * @param queues settings of single queues, by their name without the prefix; a queue that is named here is there, also if no task
 *     declares it, and all tasks but batches may wait in it
 */
@Validated
@ConfigurationProperties("stampede.task")
public record TaskProperties(
        @Pattern(regexp = "[a-z][a-z0-9-]{0,31}") @Nullable String prefix,
        @DefaultValue("UTC") ZoneId zone,
        @DefaultValue({"10s", "30s", "60s", "300s"}) List<@NotNull Duration> lanes,
        @DefaultValue("2") @PositiveOrZero int lastTries,
        @DefaultValue("60s") @DurationMin(millis = 1) Duration lastTryDelay,
        @DefaultValue("30m") @DurationMin(seconds = 1) Duration consumerTimeout,
        @DurationMin(millis = 1) @Nullable Duration timeLimit,
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
