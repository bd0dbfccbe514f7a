package stampede.pulse;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How what happens to offers is gathered, kept and shown.
 *
 * @param sendEvery how often a node tells Redis what it counted
 * @param keepWhileAway how long a node keeps it while Redis is away; older counts are dropped
 * @param secondsKept how long each second is kept in the database
 * @param minutesKept how long each minute is
 * @param streams how many open live pages one node tells each second; further ones ask
 * @param watchFor how long one connection of them is kept; the browser opens the next by itself
 * @param heartbeat after how much silence such a connection gets a sign of life
 * @param lookEvery how often they are told
 */
@Validated
@ConfigurationProperties("stampede.pulse")
public record PulseProperties(
        @DurationMin(millis = 100) @DefaultValue("1s") Duration sendEvery,
        @DurationMin(seconds = 1) @DefaultValue("10m") Duration keepWhileAway,
        @DurationMin(days = 1) @DefaultValue("30d") Duration secondsKept,
        @DurationMin(days = 1) @DefaultValue("400d") Duration minutesKept,
        @Positive @DefaultValue("50") int streams,
        @DurationMin(seconds = 10) @DefaultValue("2m") Duration watchFor,
        @DurationMin(seconds = 1) @DefaultValue("15s") Duration heartbeat,
        @DurationMin(millis = 100) @DefaultValue("1s") Duration lookEvery) {

    public PulseProperties {
        if (secondsKept.compareTo(minutesKept) > 0) {
            throw new IllegalArgumentException(
                    "stampede.pulse.seconds-kept is longer than stampede.pulse.minutes-kept");
        }
    }
}
