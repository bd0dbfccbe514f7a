package stampede.counter;

import io.lettuce.core.codec.Base16;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.springframework.core.io.ClassPathResource;

/** The scripts that change or read an offer's keys in Redis; each lies beside this class as a file of its name. */
public enum CounterScript {
    RESERVE,
    SETTLE,
    RELEASE,
    CLAIM,
    RECHECK,
    RESERVATION_STATES("standing"),
    LOAD,
    MOVE_GATE("gate"),
    CLOSE,
    TOTAL,
    CHANGES_SINCE("moved"),
    PROBE,
    INDEX,
    DROP;

    private final String label;
    private final String source = read(fileName());
    private final String digest = Base16.digest(source.getBytes(StandardCharsets.UTF_8));

    CounterScript() {
        this.label = fileName();
    }

    CounterScript(String label) {
        this.label = label;
    }

    byte[] source() {
        return source.getBytes(StandardCharsets.UTF_8);
    }

    /** What Redis calls the script once it has it. */
    String digest() {
        return digest;
    }

    /** What metrics call it. */
    String label() {
        return label;
    }

    private String fileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String read(String name) {
        var file = name + ".lua";
        try {
            return new ClassPathResource(file, CounterScript.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new UncheckedIOException("No script " + file, cause);
        }
    }
}
