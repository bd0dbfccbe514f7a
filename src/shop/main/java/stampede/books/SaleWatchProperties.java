package stampede.books;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * From when to when a sale is looked after, and for how much of a node's time.
 *
 * @param warmUpBefore how long before it opens an offer is put into the counter
 * @param watchAfterEnd how long after its end an offer is swept and audited
 * @param settleAfter how long after its end a sale is closed out: the time to pay, the time after which reservations without
 *     orders are given up, and a minute
 * @param share how much of its time a node gives to audits at most, and as much again to checks; the larger and the more numerous
 *     the sales, the less often each has its turn
 */
@Validated
@ConfigurationProperties("stampede.books")
public record SaleWatchProperties(
        @DurationMin(seconds = 1) @DefaultValue("5m") Duration warmUpBefore,
        @DurationMin(minutes = 1) @DefaultValue("1h") Duration watchAfterEnd,
        @DurationMin(seconds = 1) @DefaultValue("9m") Duration settleAfter,

        @DecimalMin("0.001") @DecimalMax("1") @DefaultValue("0.05")
        double share) {

    /** How long a node rests from work of that kind that took so long. */
    public Duration pauseAfter(Duration took) {
        return Duration.ofNanos((long) (took.toNanos() / share));
    }
}
