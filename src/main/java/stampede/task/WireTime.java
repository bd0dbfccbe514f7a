package stampede.task;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Times in messages, as Celery writes and reads them: ISO-8601, before 5.5 sometimes without an offset, which means UTC. */
public final class WireTime {

    /** Celery takes what stands behind the point for a number of microseconds, so there must be six digits, neither more nor fewer. */
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");

    private WireTime() {}

    /** With six digits behind the point, in UTC. */
    public static String write(Instant time) {
        return FORMAT.format(time.atOffset(ZoneOffset.UTC));
    }

    /** Empty for what is no time. */
    public static Optional<Instant> read(String text) {
        try {
            var zoned = text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$") ? text : text + "Z";
            return Optional.of(OffsetDateTime.parse(zoned).toInstant());
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
