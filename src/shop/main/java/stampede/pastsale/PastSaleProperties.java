package stampede.pastsale;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When the orders of a sale that is closed out go to the tables of past sales.
 *
 * @param after how long after it was closed out
 */
@Validated
@ConfigurationProperties("stampede.past-sale")
record PastSaleProperties(
        @DurationMin(days = 7) @DefaultValue("90d") Duration after) {}
