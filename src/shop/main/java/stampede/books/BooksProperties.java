package stampede.books;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When the rules of the books are checked, and what they let pass for a while.
 *
 * @param checkEvery how often all rules are checked for each offer that sells, or sold a short while ago
 * @param restAfter how long nothing must have moved before the rules for an offer at rest count; longer than sweeper and audit
 *     need to put right what a crash left behind
 * @param expiryGrace how long after its time an unpaid order may still be found waiting
 * @param closingGrace how long an order may be closing; longer than the provider is waited for
 */
@Validated
@ConfigurationProperties("stampede.books")
public record BooksProperties(
        @DurationMin(seconds = 1) @DefaultValue("1m") Duration checkEvery,
        @DurationMin(millis = 0) @DefaultValue("45s") Duration restAfter,
        @DurationMin(millis = 0) @DefaultValue("1m") Duration expiryGrace,
        @DurationMin(millis = 0) @DefaultValue("11m") Duration closingGrace) {}
