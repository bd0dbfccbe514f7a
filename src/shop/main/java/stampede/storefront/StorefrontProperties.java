package stampede.storefront;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What pages may cost.
 *
 * @param watchers how many open pages one node tells about their place in the queue; further ones poll
 * @param watchersPerAccount how many of them one account may have
 * @param watchersPerAddress how many one network address may have, whoever sits behind it
 * @param watchFor how long one connection is kept; the browser opens the next by itself
 * @param heartbeat after how much silence a connection gets a sign of life, so that proxies keep it
 * @param daysAround how many days before and after today can be looked at
 * @param lookEvery how often it is looked whether a watched purchase has moved
 */
@Validated
@ConfigurationProperties("stampede.storefront")
record StorefrontProperties(
        @Positive @DefaultValue("5000") int watchers,
        @Positive @DefaultValue("4") int watchersPerAccount,
        @Positive @DefaultValue("200") int watchersPerAddress,
        @DurationMin(seconds = 10) @DefaultValue("2m") Duration watchFor,
        @DurationMin(seconds = 1) @DefaultValue("15s") Duration heartbeat,
        @Min(1) @DefaultValue("1") int daysAround,
        @DurationMin(millis = 50) @DefaultValue("300ms") Duration lookEvery) {}
