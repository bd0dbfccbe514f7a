package stampede.payment;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Times as Alipay's notifications write them: to the second, by the clock of Shanghai. */
final class AlipayTimeFormat {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private AlipayTimeFormat() {}

    /** The instant, or nothing if it is not there or cannot be read. */
    static Optional<Instant> read(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, FORMAT).atZone(ZONE).toInstant());
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }
}
