package stampede.payment;

import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How money comes in.
 *
 * @param publicUrl how browsers and Alipay reach the shop, without a path; empty: this machine, at the port the shop listens on
 * @param notifyUrl how Alipay reaches it, without a path, if not like browsers; empty: like them. For several whole shops that sell beside each
 *     other (cells), each under a name of its own, which Alipay knows by one
 * @param queryAfter when Alipay is asked about a payment that was begun and not heard of, counted from its begin, rising
 * @param closingTime how long all of one request to close trades may take
 * @param forgedPerMinute how many notifications that are not Alipay's a node writes down; the rest are only counted
 */
@Validated
@ConfigurationProperties("stampede.payment")
record PaymentProperties(
        @DefaultValue("") @Pattern(regexp = "(https?://[^/?#\\s]+)?")
        String publicUrl,

        @DefaultValue("") @Pattern(regexp = "(https?://[^/?#\\s]+)?")
        String notifyUrl,

        @DefaultValue({"1m", "5m", "15m"}) @NotEmpty List<@NotNull Duration> queryAfter,
        @DefaultValue("40s") @DurationMin(seconds = 1) Duration closingTime,
        @DefaultValue("10") @Positive int forgedPerMinute) {

    PaymentProperties {
        for (var round = 1; round < queryAfter.size(); round++) {
            if (queryAfter.get(round - 1).compareTo(queryAfter.get(round)) >= 0) {
                throw new IllegalArgumentException("stampede.payment.query-after must rise: " + queryAfter);
            }
        }
        queryAfter = List.copyOf(queryAfter);
    }

    /** How long after round {@code round - 1}, or after the begin, this round comes; rounds count from 0. */
    Duration pauseBefore(int round) {
        return round == 0 ? queryAfter.get(0) : queryAfter.get(round).minus(queryAfter.get(round - 1));
    }

    int lastRound() {
        return queryAfter.size() - 1;
    }
}
