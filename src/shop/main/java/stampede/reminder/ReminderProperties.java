package stampede.reminder;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When shoppers are told what they asked to be told.
 *
 * @param mostPerAccount how many reminders and places on waitlists one account may have at a time
 * @param mailBefore how long before its opening a sale is told by mail
 * @param lookEvery how often each worker looks for what is to be told
 * @param countEvery how often each node counts how many want to be reminded of an offer
 * @param keep how long a reminder is kept after there is nothing more to be told
 */
@Validated
@ConfigurationProperties("stampede.reminder")
public record ReminderProperties(
        @Min(1) @Max(ReminderService.MOST) @DefaultValue("50")
        int mostPerAccount,

        @DurationMin(minutes = 1) @DefaultValue("10m") Duration mailBefore,
        @DurationMin(millis = 100) @DefaultValue("1s") Duration lookEvery,
        @DurationMin(seconds = 1) @DefaultValue("20s") Duration countEvery,
        @DurationMin(minutes = 1) @DefaultValue("1d") Duration keep) {}
