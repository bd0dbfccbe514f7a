package stampede.refund;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How money is paid back.
 *
 * @param refundAgain the pause between two refunds of one trade; Alipay wants 3 s
 * @param refundAskAfter how long after telling Alipay it is asked what became of it; it wants 10 s
 * @param refundWaitAtMost the waits grow from these two up to this
 * @param refundTries how often Alipay is told before one that it does not carry out is stuck
 * @param refundLease how long one step may take; if the node that took it up is gone, another one does then. Longer than
 *     Alipay's time-out
 * @param refundPollEvery how often the database is searched for refunds whose task was lost
 */
@Validated
@ConfigurationProperties("stampede.payment")
public record RefundProperties(
        @DurationMin(millis = 1) @DefaultValue("3s") Duration refundAgain,
        @DurationMin(millis = 1) @DefaultValue("10s") Duration refundAskAfter,
        @DurationMin(millis = 1) @DefaultValue("10m") Duration refundWaitAtMost,
        @Positive @DefaultValue("30") int refundTries,
        @DurationMin(seconds = 1) @DefaultValue("1m") Duration refundLease,
        @DurationMin(millis = 100) @DefaultValue("5s") Duration refundPollEvery) {}
