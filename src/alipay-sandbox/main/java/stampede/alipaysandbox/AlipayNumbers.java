package stampede.alipaysandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.zip.CRC32;

/** Numbers in the form of Alipay's. They are drawn, not counted: a shop may outlive the memory of its local Alipay. */
final class AlipayNumbers {

    private static final SecureRandom RANDOM = new SecureRandom();

    private AlipayNumbers() {}

    static String trade(Instant now) {
        return day(now) + "22001" + digits(15);
    }

    static String notification(Instant now) {
        return day(now) + "00222" + digits(21);
    }

    static String delivery() {
        return "n" + UUID.randomUUID();
    }

    /** The user number of a buyer of this name: always the same. */
    static String buyer(String name) {
        var sum = new CRC32();
        sum.update(name.getBytes(UTF_8));
        return String.format("2088%012d", sum.getValue());
    }

    private static String day(Instant now) {
        return DateTimeFormatter.BASIC_ISO_DATE.format(SandboxTimeFormat.day(now));
    }

    private static String digits(int count) {
        return RANDOM.ints(count, 0, 10)
                .collect(StringBuilder::new, StringBuilder::append, StringBuilder::append)
                .toString();
    }
}
