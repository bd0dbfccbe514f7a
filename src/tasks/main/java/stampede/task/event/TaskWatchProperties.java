package stampede.task.event;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;
import stampede.task.TaskState;

/**
 * Settings of the engine's log and metrics.
 *
 * @param events which steps of tasks are written into the log, one line each
 * @param measureEvery how often the queues are looked at for their gauges
 */
@Validated
@ConfigurationProperties("stampede.task")
record TaskWatchProperties(
        @DefaultValue("failures") Events events,
        @DefaultValue("5s") @DurationMin(millis = 100) Duration measureEvery) {

    enum Events {
        NONE,
        /** Attempts that failed, and tasks that ended without success. */
        FAILURES,
        /** The same and successes. */
        ENDS,
        /** The same and what was sent and begun. */
        ALL;

        boolean include(TaskState state) {
            return switch (state) {
                case PENDING, SCHEDULED, STARTED -> this == ALL;
                case SUCCESS -> this == ALL || this == ENDS;
                case RETRY, FAILURE, CANCELLED, EXPIRED -> this != NONE;
            };
        }
    }
}
