package stampede.celery;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Times as Celery writes them: ISO-8601, before 5.5 sometimes without an offset, which means UTC. */
final class CeleryTime {

    /** Celery takes what stands behind the point for a number of microseconds, so there must be six digits, neither more nor fewer. */
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx");

    private CeleryTime() {}

    static String write(Instant time) {
        return FORMAT.format(time.atOffset(ZoneOffset.UTC));
    }

    /** Empty for what is no time. */
    static Optional<Instant> read(String text) {
        try {
            var zoned = text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$") ? text : text + "Z";
            return Optional.of(OffsetDateTime.parse(zoned).toInstant());
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
