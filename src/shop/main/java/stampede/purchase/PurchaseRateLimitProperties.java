package stampede.purchase;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How hard shoppers may push.
 *
 * @param attemptsPerSecond how often one shopper may try to buy in any second
 * @param attemptsPerSecondPerAddress how often one network address may, whoever sits behind it
 * @param shareEvery how often nodes tell each other, through Redis, how much they admitted
 */
@Validated
@ConfigurationProperties("stampede.purchase")
record PurchaseRateLimitProperties(
        @Min(2) @DefaultValue("5") int attemptsPerSecond,
        @Min(2) @DefaultValue("100") int attemptsPerSecondPerAddress,
        @DurationMin(millis = 10) @DefaultValue("100ms") Duration shareEvery) {}
