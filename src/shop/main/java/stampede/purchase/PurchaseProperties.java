package stampede.purchase;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How hard shoppers may push, and how much may wait for the broker.
 *
 * @param attemptsPerSecond how often one shopper may try to buy in any second
 * @param attemptsPerSecondPerAddress how often one network address may, whoever sits behind it
 * @param shareEvery how often nodes tell each other, through Redis, how much they admitted
 * @param clockTolerance how far this node's clock may be off; nearer to a sale's ends than this, Redis' clock is asked
 * @param lookupsPerSecond how many clicks on an offer that this node knows to be sold out, paused or over may ask Redis all the
 *     same, because their idempotency key may be one that another node answered
 * @param lookupsAfterEnd for how long after a sale's end that makes sense
 * @param lostAfter when a purchase that neither Redis nor the database knows is called lost; not before the sweeper abandons it
 * @param writerQueue how many reservations may wait in this node to be published
 * @param writerWindow how many may be under way to the broker without its confirmation
 * @param recheckIn when the sweeper looks after a reservation whose message the broker has
 * @param brokerAwayAfter how long the broker may leave messages unconfirmed before buying stops
 */
@Validated
@ConfigurationProperties("stampede.purchase")
record PurchaseProperties(
        @Min(2) @DefaultValue("5") int attemptsPerSecond,
        @Min(2) @DefaultValue("100") int attemptsPerSecondPerAddress,
        @DurationMin(millis = 10) @DefaultValue("100ms") Duration shareEvery,
        @DurationMin @DefaultValue("2s") Duration clockTolerance,
        @Positive @DefaultValue("20") int lookupsPerSecond,
        @DurationMin @DefaultValue("10m") Duration lookupsAfterEnd,
        @DurationMin(seconds = 1) @DefaultValue("180s") Duration lostAfter,
        @Positive @DefaultValue("20000") int writerQueue,
        @Positive @DefaultValue("1000") int writerWindow,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration recheckIn,
        @DurationMin(seconds = 1) @DefaultValue("10s") Duration brokerAwayAfter) {}
