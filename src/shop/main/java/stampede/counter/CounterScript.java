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
    STANDING,
    LOAD,
    GATE,
    TOTAL,
    MOVED,
    PROBE,
    INDEX,
    DROP;

    private final String source = read(label() + ".lua");
    private final String digest = Base16.digest(source.getBytes(StandardCharsets.UTF_8));

    byte[] source() {
        return source.getBytes(StandardCharsets.UTF_8);
    }

    /** What Redis calls the script once it has it. */
    String digest() {
        return digest;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String read(String file) {
        try {
            return new ClassPathResource(file, CounterScript.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException cause) {
            throw new UncheckedIOException("No script " + file, cause);
        }
    }
}
