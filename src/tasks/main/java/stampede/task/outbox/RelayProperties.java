package stampede.task.outbox;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How a relay takes tasks from the outbox.
 *
 * @param pollEvery how often a relay looks for rows of other nodes; those of its own wake it
 * @param relayBatch how many rows a relay takes at a time
 * @param lease how long rows that a relay has claimed are left alone by the others; renewed while it has them in hand
 */
@Validated
@ConfigurationProperties("stampede.task")
record RelayProperties(
        @DefaultValue("100ms") @DurationMin(millis = 10) Duration pollEvery,
        @DefaultValue("500") @Positive int relayBatch,
        @DefaultValue("5s") @DurationMin(seconds = 1) Duration lease) {}
