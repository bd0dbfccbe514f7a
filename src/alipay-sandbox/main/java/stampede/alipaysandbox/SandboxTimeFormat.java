package stampede.alipaysandbox;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.Optional;

/** Time as Alipay writes it: by the clock of Asia/Shanghai, to the second. */
public final class SandboxTimeFormat {

    static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withResolverStyle(ResolverStyle.STRICT);

    private SandboxTimeFormat() {}

    /** Such as 2026-11-11 20:00:00. */
    public static String text(Instant instant) {
        return FORM.format(instant.atZone(ZONE));
    }

    static Optional<Instant> parse(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, FORM).atZone(ZONE).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    static LocalDate day(Instant instant) {
        return instant.atZone(ZONE).toLocalDate();
    }
}
