package stampede.monitor.format;

import java.time.Duration;

/**
 * A fixed rate as people say it, in the largest unit that leaves no rest: every 5 minutes, not every 300 seconds.
 *
 * @param unit of which {@code messages.properties} has a line
 */
public record SpokenRate(long number, String unit) {

    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    public static SpokenRate of(Duration rate) {
        var millis = rate.toMillis();
        if (millis % HOUR == 0) {
            return new SpokenRate(millis / HOUR, "hours");
        }
        if (millis % MINUTE == 0) {
            return new SpokenRate(millis / MINUTE, "minutes");
        }
        return millis % SECOND == 0 ? new SpokenRate(millis / SECOND, "seconds") : new SpokenRate(millis, "millis");
    }
}
