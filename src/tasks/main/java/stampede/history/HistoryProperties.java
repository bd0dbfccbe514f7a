package stampede.history;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long the history goes back.
 *
 * @param keep how long tasks, attempts and results are kept after their last change
 * @param tidyEvery how often a worker deletes what is older, and writes how tasks ended since the last time
 * @param keepHours how long it is known how tasks ended by the hour
 */
@Validated
@ConfigurationProperties("stampede.history")
record HistoryProperties(
        @DefaultValue("7d") @DurationMin(minutes = 1) Duration keep,
        @DefaultValue("60s") @DurationMin(millis = 10) Duration tidyEvery,
        @DefaultValue("400d") @DurationMin(days = 1) Duration keepHours) {}
