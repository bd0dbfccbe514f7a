package stampede.task.sending;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long the engine remembers.
 *
 * @param once the ids of tasks that have their effects once: longer than a message may stay with a broker that is down
 * @param decided dead tasks that were replayed or discarded
 * @param dead dead tasks that wait for a decision, since they died; what is deleted undecided is logged
 * @param cancelled that a task was called off which never came: longer than a message may wait in a queue. What waits in the outbox
 *     for a later day is deleted when it is called off, and needs no remembering
 */
@Validated
@ConfigurationProperties("stampede.task.retention")
record TaskRetentionProperties(
        @DefaultValue("7d") @DurationMin(seconds = 1) Duration once,
        @DefaultValue("30d") @DurationMin(seconds = 1) Duration decided,
        @DefaultValue("180d") @DurationMin(seconds = 1) Duration dead,
        @DefaultValue("90d") @DurationMin(seconds = 1) Duration cancelled) {}
