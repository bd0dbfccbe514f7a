package stampede.task;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long the engine remembers.
 *
 * @param once the ids of tasks that have their effects once: longer than a message may stay with a broker that is down
 * @param decided dead tasks that were replayed or discarded; those that wait for a decision stay
 */
@Validated
@ConfigurationProperties("stampede.task.retention")
record TaskRetentionProperties(
        @DefaultValue("7d") @DurationMin(seconds = 1) Duration once,
        @DefaultValue("30d") @DurationMin(seconds = 1) Duration decided) {}
