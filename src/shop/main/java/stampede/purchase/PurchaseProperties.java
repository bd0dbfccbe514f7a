package stampede.purchase;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * What is said to shoppers where this node cannot know for sure.
 *
 * @param clockTolerance how far this node's clock may be off; nearer to a sale's ends than this, Redis' clock is asked
 * @param lookupsPerSecond how many clicks on an offer that this node knows to be sold out, paused or over may ask Redis all the
 *     same, because their idempotency key may be one that another node answered
 * @param lookupsAfterEnd for how long after a sale's end that makes sense
 * @param lostAfter when a purchase that neither Redis nor the database knows is called lost; not before the sweeper abandons it
 */
@Validated
@ConfigurationProperties("stampede.purchase")
record PurchaseProperties(
        @DurationMin @DefaultValue("2s") Duration clockTolerance,
        @Positive @DefaultValue("20") int lookupsPerSecond,
        @DurationMin @DefaultValue("10m") Duration lookupsAfterEnd,
        @DurationMin(seconds = 1) @DefaultValue("180s") Duration lostAfter) {}
