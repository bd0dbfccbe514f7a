package stampede.catalog;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
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
 * How the day is cut into slots, and how long what is read of them may be kept.
 *
 * @param slotHours the hours at which slots open, in the shop's zone
 * @param slotLength how long a slot sells
 * @param zone the shop's zone: where its days begin and its hours are read
 * @param daysPlanned for how many days slots are planned, today among them
 * @param warmUpLead how long before it opens a slot is put into Redis
 * @param freshFor for how long a node answers from memory before it looks again, behind the asker's back
 * @param keptFor for how long a node remembers what nobody asks for
 * @param loadPatience how long a node waits for another one that loads the same thing
 * @param falsePositives what share of unknown offers may pass the Bloom filter
 */
@Validated
@ConfigurationProperties("stampede.catalog")
public record CatalogProperties(
        @NotEmpty @DefaultValue({"8", "10", "12", "14", "16", "18", "20", "22"})
        List<@Min(0) @Max(23) Integer> slotHours,

        @DurationMin(minutes = 1) @DefaultValue("2h") Duration slotLength,
        @DefaultValue("Asia/Shanghai") ZoneId zone,
        @Positive @DefaultValue("3") int daysPlanned,
        @DurationMin(seconds = 1) @DefaultValue("5m") Duration warmUpLead,
        @DurationMin(millis = 50) @DefaultValue("1s") Duration freshFor,
        @DurationMin(seconds = 2) @DefaultValue("30s") Duration keptFor,
        @DurationMin(millis = 100) @DefaultValue("3s") Duration loadPatience,

        @DecimalMin("0.000001") @DecimalMax("0.1") @DefaultValue("0.001")
        double falsePositives) {

    /** What ended before yesterday began is no longer shown. */
    public long shownSinceMillis(Instant now) {
        return LocalDate.ofInstant(now, zone)
                .minusDays(1)
                .atStartOfDay(zone)
                .toInstant()
                .toEpochMilli();
    }
}
