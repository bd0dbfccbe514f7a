package stampede.ratelimit;

import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;

/**
 * How often something may be tried; in settings as {@code 10 every 30s}.
 *
 * @param burst so many times in a row, at least once
 * @param every and then once in this time, at least a millisecond
 */
public record RateLimit(int burst, Duration every) {

    private static final Pattern WORD = Pattern.compile(" every ");

    public RateLimit {
        if (burst < 1 || every.toMillis() < 1) {
            throw new IllegalArgumentException("No attempt would ever be possible: " + burst + " every " + every);
        }
    }

    /** Reads the form of the settings. */
    public static RateLimit of(String text) {
        var parts = WORD.split(text, 2);
        if (parts.length != 2) {
            throw new IllegalArgumentException("A limit is written like '10 every 30s', not '" + text + "'");
        }
        return new RateLimit(Integer.parseInt(parts[0].strip()), DurationStyle.detectAndParse(parts[1].strip()));
    }
}
