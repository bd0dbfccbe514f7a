package stampede.challenge;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When more is asked of those who press than to press.
 *
 * @param clicksPerSecond how many clicks a second on one offer at one node are a crowd, of which each has to bring a proof: twice what a
 *     node sells in a second. Twice and four times as many ask for more work. 0 for never
 * @param accountAge how old an account has to be to buy or to wait in a room, unless it has paid an order; 0 for any
 */
@Validated
@ConfigurationProperties("stampede.challenge")
record ChallengeProperties(
        @Min(0) @Max(1_000_000) @DefaultValue("0") int clicksPerSecond,

        @DurationMin @DurationMax(days = 365) @DefaultValue("0s")
        Duration accountAge) {}
