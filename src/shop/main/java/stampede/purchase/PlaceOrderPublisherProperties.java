package stampede.purchase;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How much may wait for the broker, and for how long.
 *
 * @param writerQueue how many reservations may wait in this node to be published
 * @param writerWindow how many may be under way to the broker without its confirmation
 * @param recheckIn when the sweeper looks after a reservation whose message the broker has
 * @param brokerAwayAfter how long the broker may leave messages unconfirmed before buying stops
 */
@Validated
@ConfigurationProperties("stampede.purchase")
record PlaceOrderPublisherProperties(
        @Positive @DefaultValue("20000") int writerQueue,
        @Positive @DefaultValue("1000") int writerWindow,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration recheckIn,
        @DurationMin(seconds = 1) @DefaultValue("10s") Duration brokerAwayAfter) {}
