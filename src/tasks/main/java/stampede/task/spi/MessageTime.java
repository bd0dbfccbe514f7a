package stampede.task.spi;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** Times in messages, as Celery writes and reads them: ISO-8601, before 5.5 sometimes without an offset, which means UTC. */
public final class MessageTime {

    /** Celery takes what stands behind the point for a number of microseconds, so there must be six digits, neither more nor fewer. */
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");

    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("[XXXXX][XXXX]")
            .parseDefaulting(ChronoField.OFFSET_SECONDS, 0)
            .toFormatter(Locale.ROOT);

    private static final int LONGEST = 64;

    private MessageTime() {}

    /** With six digits behind the point, in UTC. */
    public static String write(Instant time) {
        return FORMAT.format(time.atOffset(ZoneOffset.UTC));
    }

    /** Empty for what is no time. */
    public static Optional<Instant> read(String text) {
        try {
            return text.length() > LONGEST ? Optional.empty() : Optional.of(READ.parse(text, Instant::from));
        } catch (DateTimeException unreadable) {
            return Optional.empty();
        }
    }
}
