package stampede.signing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;
import stampede.support.WrongSetup;

/**
 * Finds the keys that the shop signs with (HMAC-SHA256): given by the environment or, outside the profile {@code
 * production}, kept in a file of their own that is made on first use and that only its owner can read.
 */
@Component
public class SigningKeys {

    private static final int BYTES = 32;

    private final boolean production;
    private final Path directory;

    SigningKeys(Environment environment, @Value("${stampede.keys-directory:.local/keys}") Path directory) {
        this.production = environment.acceptsProfiles(Profiles.of("production"));
        this.directory = directory;
    }

    /**
     * The key for one purpose.
     *
     * @param variable the environment variable that gives it, for messages, such as {@code STAMPEDE_SIGNING_KEY}
     * @param given what the environment gave, in base64; blank if nothing
     * @param file the name of the file that keeps it outside production, such as {@code signing.key}
     * @throws WrongSetup if it is missing in production, is not base64, or is shorter than 32 bytes
     */
    public SecretKey find(String variable, String given, String file) {
        if (!given.isBlank()) {
            return keyOf(variable, given.strip());
        }
        if (production) {
            throw new WrongSetup(variable + " is not set.", remedy(variable));
        }
        return keyOf(directory.resolve(file).toString(), fromFile(directory.resolve(file)));
    }

    private static SecretKey keyOf(String source, String base64) {
        var bytes = decoded(source, base64);
        if (bytes.length < BYTES) {
            throw new WrongSetup(
                    source + " holds " + bytes.length + " bytes; a key has at least " + BYTES + ".", remedy(source));
        }
        return new SecretKeySpec(bytes, "HmacSHA256");
    }

    private static byte[] decoded(String source, String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw new WrongSetup(source + " is not base64.", remedy(source));
        }
    }

    private static String remedy(String source) {
        return "Make a key with `openssl rand -base64 " + BYTES + "` and put it into " + source
                + "; every node needs the same.";
    }

    /** The lock lets one of several nodes that start together make the key, and the others read it. */
    private static synchronized String fromFile(Path file) {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (var channel = FileChannel.open(file, options, ownerOnly);
                    var lock = channel.lock()) {
                if (lock.isValid() && channel.size() == 0) {
                    channel.write(ByteBuffer.wrap(newKey().getBytes(StandardCharsets.US_ASCII)));
                }
            }
            return Files.readString(file).strip();
        } catch (IOException unusable) {
            throw new UncheckedIOException("Cannot keep a key in " + file.toAbsolutePath(), unusable);
        }
    }

    private static String newKey() {
        var bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
