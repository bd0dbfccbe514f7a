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
import java.util.List;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
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
    private final SigningKeyProperties given;

    SigningKeys(Environment environment, SigningKeyProperties given) {
        this.production = environment.acceptsProfiles(Profiles.of("production"));
        this.given = given;
    }

    /**
     * The keys of cookies, access tokens, links in mails and sealed secrets.
     *
     * @return the one that signs, then the one before it if the environment gives it, which verifies as well
     * @throws WrongSetup if one is missing in production, is not base64, or is shorter than 32 bytes
     */
    public List<SecretKey> ofAccounts() {
        return all(
                current("STAMPEDE_SIGNING_KEY", given.accounts(), "signing.key"),
                "STAMPEDE_PREVIOUS_SIGNING_KEY",
                given.previousAccounts());
    }

    /**
     * The keys of purchase tokens and purchase ids.
     *
     * @return as {@link #ofAccounts}
     * @throws WrongSetup as {@link #ofAccounts}
     */
    public List<SecretKey> ofPurchases() {
        return all(
                current("STAMPEDE_TOKEN_KEY", given.purchases(), "token.key"),
                "STAMPEDE_PREVIOUS_TOKEN_KEY",
                given.previousPurchases());
    }

    private static List<SecretKey> all(SecretKey current, String variable, String previous) {
        return previous.isBlank() ? List.of(current) : List.of(current, keyOf(variable, previous.strip()));
    }

    private SecretKey current(String variable, String base64, String file) {
        if (!base64.isBlank()) {
            return keyOf(variable, base64.strip());
        }
        if (production) {
            throw new WrongSetup(variable + " is not set.", remedy(variable));
        }
        var path = given.directory().resolve(file);
        return keyOf(path.toString(), fromFile(path));
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
