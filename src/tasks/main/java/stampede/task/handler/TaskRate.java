package stampede.task.handler;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How often something may begin, such as {@code 100/s}, {@code 10/m} or {@code 1000/h}.
 *
 * @param times at least 1
 */
public record TaskRate(long times, Duration period) {

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,6})/([smh])");

    static TaskRate parse(String text) {
        var form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("a rateLimit is such as 100/s, 10/m or 1000/h, not " + text);
        }
        var period = switch (form.group(2)) {
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            default -> Duration.ofHours(1);
        };
        return new TaskRate(Long.parseLong(form.group(1)), period);
    }

    /** As {@link #parse} reads it. */
    public String text() {
        return times + "/" + (period.toHours() > 0 ? "h" : period.toMinutes() > 0 ? "m" : "s");
    }

    /** How many may begin at one moment: what comes together in a twentieth of a second. */
    public long burst() {
        return Math.max(1, times * 50 / period.toMillis());
    }
}
