package stampede.counter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the counter is asked.
 *
 * @param timeout how long Redis may take to answer; after that the outcome is unknown. A request to reserve may wait as long
 *     before it leaves, too
 * @param firstCheck how long after a reservation the sweeper first looks for its order, unless it is put off
 * @param mostPerCall how many requests for one offer share a call to Redis at most; a long call keeps others waiting
 */
@Validated
@ConfigurationProperties("stampede.stock")
record CounterProperties(
        @DurationMin(millis = 10) @DefaultValue("1s") Duration timeout,
        @DurationMin(millis = 100) @DefaultValue("10s") Duration firstCheck,
        @Positive @Max(1000) @DefaultValue("64") int mostPerCall) {}
