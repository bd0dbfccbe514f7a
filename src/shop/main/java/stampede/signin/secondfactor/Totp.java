package stampede.signin.secondfactor;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Codes of six digits that change every thirty seconds (RFC 6238 with HMAC-SHA-1, which is what authenticator apps know). */
public final class Totp {

    /** How long a code is good for. */
    public static final Duration STEP = Duration.ofSeconds(30);

    private static final int MODULUS = 1_000_000;

    /** Codes of the step before and after are taken, too: clocks differ, and typing takes time. */
    private static final int STEPS_ASIDE = 1;

    private static final int LOW_BITS = 0xf;

    private Totp() {}

    /** The code at an instant. */
    public static String codeAt(byte[] secret, Instant instant) {
        return code(secret, stepAt(instant));
    }

    /** The number of the step that a code belongs to, or nothing if it is not good at this instant. */
    public static OptionalLong stepOf(byte[] secret, String code, Instant instant) {
        var now = stepAt(instant);
        return LongStream.rangeClosed(now - STEPS_ASIDE, now + STEPS_ASIDE)
                .filter(step -> MessageDigest.isEqual(bytes(code(secret, step)), bytes(code)))
                .findFirst();
    }

    private static long stepAt(Instant instant) {
        return Math.floorDiv(instant.getEpochSecond(), STEP.toSeconds());
    }

    private static String code(byte[] secret, long step) {
        var message = ByteBuffer.allocate(Long.BYTES).putLong(step).array();
        var hash = Hashing.hmacSha1(secret).hashBytes(message).asBytes();
        var offset = hash[hash.length - 1] & LOW_BITS;
        var number = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & Integer.MAX_VALUE;
        return "%06d".formatted(number % MODULUS);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
