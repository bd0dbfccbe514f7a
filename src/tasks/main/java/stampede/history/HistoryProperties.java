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
 * @param tidyEvery how often a worker deletes what is older
 */
@Validated
@ConfigurationProperties("stampede.history")
record HistoryProperties(
        @DefaultValue("7d") @DurationMin(minutes = 1) Duration keep,
        @DefaultValue("60s") @DurationMin(millis = 10) Duration tidyEvery) {}
