package stampede.shipping;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When orders that were shipped are finished.
 *
 * @param finishAfter the time after which a shopper who says nothing is taken to have what was sent
 * @param finishBatch how many of them are looked for at once
 */
@Validated
@ConfigurationProperties("stampede.shipping")
public record ShippingProperties(
        @DurationMin(minutes = 1) @DefaultValue("10d") Duration finishAfter,
        @Positive @DefaultValue("500") int finishBatch) {}
