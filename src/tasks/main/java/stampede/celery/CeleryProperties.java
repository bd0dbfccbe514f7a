package stampede.celery;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the engine deals with Celery.
 *
 * @param queues Celery's queues that workers serve
 * @param defaultQueue where tasks go that Celery's messages ask for without naming a queue, and calls that name none
 * @param resultBackend the Redis that holds results, such as {@code redis://host:6379/1}; empty: the one that everything else uses
 * @param resultExpires how long results are kept there
 * @param trackStarted whether a client sees STARTED while its task runs, as with Celery's {@code task_track_started}
 * @param events whether workers and tasks are reported in Celery's way, for Flower and {@code celery events}
 * @param control whether workers answer {@code celery inspect} and {@code celery control}; whoever reaches the broker may then cancel tasks
 * @param heartbeat how often a worker tells that it lives
 */
@Validated
@ConfigurationProperties("stampede.celery")
record CeleryProperties(
        @DefaultValue List<@Valid Served> queues,
        @DefaultValue("celery") String defaultQueue,
        @DefaultValue("") String resultBackend,
        @DefaultValue("1d") @DurationMin(seconds = 1) Duration resultExpires,
        @DefaultValue("false") boolean trackStarted,
        @DefaultValue("false") boolean events,
        @DefaultValue("false") boolean control,
        @DefaultValue("2s") @DurationMin(millis = 100) Duration heartbeat) {

    /**
     * @param name at the broker
     * @param type matters only for one that is not there yet
     * @param tasks which tasks may be called by it: names, or beginnings of names with {@code *} behind them. None is the default, because
     *     whoever may write into the queue may call them, with any arguments
     * @param nativeDelays whether the exchanges and queues by which Celery delays tasks since 5.5 are declared for it; its exchange must be
     *     a topic exchange then
     */
    record Served(
            @NotBlank String name,
            @DefaultValue("classic") QueueType type,
            @DefaultValue List<@NotBlank String> tasks,
            @DefaultValue("false") boolean nativeDelays) {}

    enum QueueType {
        CLASSIC,
        QUORUM
    }
}
