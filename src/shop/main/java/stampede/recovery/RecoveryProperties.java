package stampede.recovery;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How reservations are swept, and how a counter is audited and rebuilt.
 *
 * @param sweepEvery how often reservations without orders are looked for
 * @param auditEvery how often the counter is compared with the database
 * @param claimLease how long a sweeper has the reservations it claimed to itself
 * @param recheckAfter when a reservation whose message was sent again is looked at again
 * @param abandonAfter the age at which a reservation without an order is given up; more than all retries of its message
 *     take together
 * @param drain how long a rebuild waits, its gate shut, for orders that were under way when Redis lost its memory
 * @param rebuildPause how long one rebuild of an offer keeps others from beginning
 * @param rebuildPatience after this a rebuild that has not opened its gate is taken for dead
 */
@Validated
@ConfigurationProperties("stampede.books")
public record RecoveryProperties(
        @DurationMin(millis = 50) @DefaultValue("1s") Duration sweepEvery,
        @DurationMin(millis = 50) @DefaultValue("30s") Duration auditEvery,
        @DurationMin(seconds = 1) @DefaultValue("10s") Duration claimLease,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration recheckAfter,
        @DurationMin(seconds = 1) @DefaultValue("180s") Duration abandonAfter,
        @DurationMin(millis = 0) @DefaultValue("5s") Duration drain,
        @DurationMin(millis = 0) @DefaultValue("2s") Duration rebuildPause,
        @DurationMin(seconds = 1) @DefaultValue("30s") Duration rebuildPatience) {}
