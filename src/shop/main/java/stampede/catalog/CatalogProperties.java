package stampede.catalog;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the day is cut into slots.
 *
 * @param slotHours the hours at which slots open, in the shop's zone
 * @param slotLength how long a slot sells
 * @param zone the shop's zone: where its days begin and its hours are read
 * @param daysPlanned for how many days slots are planned, today among them
 * @param warmUpLead how long before it opens a slot is put into Redis
 */
@Validated
@ConfigurationProperties("stampede.catalog")
public record CatalogProperties(
        @NotEmpty @DefaultValue({"8", "10", "12", "14", "16", "18", "20", "22"})
        List<@Min(0) @Max(23) Integer> slotHours,

        @DurationMin(minutes = 1) @DefaultValue("2h") Duration slotLength,
        @DefaultValue("Asia/Shanghai") ZoneId zone,
        @Positive @DefaultValue("3") int daysPlanned,
        @DurationMin(seconds = 1) @DefaultValue("5m") Duration warmUpLead) {

    /** What ended before yesterday began is no longer shown. */
    public long shownSinceMillis(Instant now) {
        return LocalDate.ofInstant(now, zone)
                .minusDays(1)
                .atStartOfDay(zone)
                .toInstant()
                .toEpochMilli();
    }
}
