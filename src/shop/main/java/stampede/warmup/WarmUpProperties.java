package stampede.warmup;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How a node warms up.
 *
 * @param longest for how long at most; 0 for not at all. Whatever waits for a node to become ready has to wait for longer than that
 */
@Validated
@ConfigurationProperties("stampede.warm-up")
record WarmUpProperties(
        @DurationMin @DurationMax(minutes = 2) @DefaultValue("0s")
        Duration longest) {}
