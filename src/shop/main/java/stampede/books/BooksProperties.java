package stampede.books;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When the books are kept.
 *
 * @param sweepEvery how often reservations without orders are looked for
 * @param auditEvery how often the counter is compared with the database
 * @param claimLease how long a sweeper has the reservations it claimed to itself
 * @param recheckAfter when a reservation whose message was sent again is looked at again
 * @param abandonAfter the age at which a reservation without an order is given up; more than all retries of its message
 *     take together
 * @param warmUpBefore how long before it opens an offer is put into the counter
 * @param watchAfterEnd how long after its end an offer is swept and audited
 * @param drain how long a rebuild waits, its gate shut, for orders that were under way when Redis lost its memory
 * @param rebuildPause how long one rebuild of an offer keeps others from beginning
 * @param rebuildPatience after this a rebuild that has not opened its gate is taken for dead
 * @param checkEvery how often all rules are checked for each offer that sells, or sold a short while ago
 * @param restAfter how long nothing must have moved before the rules for an offer at rest count; longer than sweeper and audit
 *     need to put right what a crash left behind
 * @param expiryGrace how long after its time an unpaid order may still be found waiting
 * @param closingGrace how long an order may be closing; longer than the provider is waited for
 * @param settleAfter how long after its end a sale is closed out: the time to pay, the time after which reservations without
 *     orders are given up, and a minute
 * @param share how much of its time a node gives to audits at most, and as much again to checks; the larger and the more numerous
 *     the sales, the less often each has its turn
 * @param stuckAfter how long a purchase may stay where it ought to have moved on from before it counts as stuck
 */
@Validated
@ConfigurationProperties("stampede.books")
public record BooksProperties(
        @DurationMin(millis = 50) @DefaultValue("1s") Duration sweepEvery,
        @DurationMin(millis = 50) @DefaultValue("30s") Duration auditEvery,
        @DurationMin(seconds = 1) @DefaultValue("10s") Duration claimLease,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration recheckAfter,
        @DurationMin(seconds = 1) @DefaultValue("180s") Duration abandonAfter,
        @DurationMin(seconds = 1) @DefaultValue("5m") Duration warmUpBefore,
        @DurationMin(minutes = 1) @DefaultValue("1h") Duration watchAfterEnd,
        @DurationMin(millis = 0) @DefaultValue("5s") Duration drain,
        @DurationMin(millis = 0) @DefaultValue("2s") Duration rebuildPause,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration rebuildPatience,
        @DurationMin(seconds = 1) @DefaultValue("1m") Duration checkEvery,
        @DurationMin(millis = 0) @DefaultValue("45s") Duration restAfter,
        @DurationMin(millis = 0) @DefaultValue("1m") Duration expiryGrace,
        @DurationMin(millis = 0) @DefaultValue("11m") Duration closingGrace,
        @DurationMin(seconds = 1) @DefaultValue("9m") Duration settleAfter,

        @DecimalMin("0.001") @DecimalMax("1") @DefaultValue("0.05")
        double share,

        @DurationMin(seconds = 1) @DefaultValue("300s") Duration stuckAfter) {

    /** How long a node rests from work of that kind that took so long. */
    public Duration pauseAfter(Duration took) {
        return Duration.ofNanos((long) (took.toNanos() / share));
    }
}
