package stampede.alert;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * From where on something is wrong. Whoever changes one changes it in the rules for Prometheus, too.
 *
 * @param deadLetters more messages than that in the dead-letter queue
 * @param finalFailures a larger share than that of the tasks of the last hour was given up
 * @param finalFailuresFrom but only of so many tasks or more
 * @param purchaseSuccess a smaller share than that of the purchases of the last minute came to an order or a refusal
 * @param commitDelay orders of the last minute took longer than that from the press, on average
 * @param stuck more purchases than that are stuck
 * @param unsettledAfter sales that are not closed out so long after their end
 * @param clock clocks that differ by more than that
 */
@Validated
@ConfigurationProperties("stampede.alert")
public record AlertThresholdProperties(
        @PositiveOrZero @DefaultValue("10") long deadLetters,
        @PositiveOrZero @Max(1) @DefaultValue("0.001") double finalFailures,
        @PositiveOrZero @DefaultValue("1000") long finalFailuresFrom,
        @Min(0) @Max(1) @DefaultValue("0.999") double purchaseSuccess,
        @DurationMin(millis = 1) @DefaultValue("500ms") Duration commitDelay,
        @PositiveOrZero @DefaultValue("10") long stuck,
        @DurationMin(minutes = 1) @DefaultValue("1h") Duration unsettledAfter,
        @DurationMin(millis = 1) @DefaultValue("250ms") Duration clock) {}
