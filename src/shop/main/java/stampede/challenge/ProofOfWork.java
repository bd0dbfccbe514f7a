package stampede.challenge;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.signing.HmacKeys;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes puzzles in the form of ALTCHA's version 1 and reads what comes back. Keeps nothing: the salt says until when, for which offer and for
 * whom it is good, and whoever has solved it once has one ticket or one limit for it anyway.
 *
 * <p>A salt ends in {@code &}. Without an end of its own, its last digits could be read as the first ones of the number, and the time in it
 * moved.
 */
final class ProofOfWork {

    static final Duration LIFE = Duration.ofMinutes(2);

    private static final String ALGORITHM = "SHA-256";
    private static final int LONGEST = 600;
    private static final int ACCOUNT_BYTES = 16;
    private static final BaseEncoding HEX = BaseEncoding.base16().lowerCase();
    private static final Pattern SALT =
            Pattern.compile("[0-9a-f]{16}\\?expires=([0-9]{1,11})&offer=([0-9]{1,19})&for=([0-9a-f]{32})&");

    private final HmacKeys keys;
    private final ObjectReader json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .build()
            .readerFor(Solution.class);

    /** @param keys the first signs; all of them are believed */
    ProofOfWork(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    /** @param hashes how many it takes on average; each puzzle takes another number */
    Puzzle make(int hashes, AccountId shopper, OfferId offer, Instant now) {
        var salt = "%016x?expires=%d&offer=%s&for=%s&"
                .formatted(
                        ThreadLocalRandom.current().nextLong(),
                        now.plus(LIFE).getEpochSecond(),
                        offer,
                        account(keys.sign(named(shopper))));
        var most = 2 * hashes;
        var challenge = hash(salt + number(salt, most));
        return new Puzzle(ALGORITHM, challenge, most, salt, HEX.encode(keys.sign(challenge)));
    }

    /** Nobody who sees other puzzles can tell it, and nothing has to be drawn for it. */
    private long number(String salt, int most) {
        return Math.floorMod(ByteBuffer.wrap(keys.sign("number\n" + salt)).getLong(), most + 1L);
    }

    /** Whether that is the answer to a puzzle of this shop for this account and this offer, and its time is not over. */
    boolean isSolved(String proof, AccountId shopper, OfferId offer, Instant now) {
        var solution = read(proof);
        if (solution == null || !ALGORITHM.equals(solution.algorithm) || !isFor(solution.salt, shopper, offer, now)) {
            return false;
        }
        return isEqual(hash(solution.salt + solution.number), solution.challenge)
                && keys.codes(solution.challenge).anyMatch(code -> isEqual(HEX.encode(code), solution.signature));
    }

    private boolean isFor(String salt, AccountId shopper, OfferId offer, Instant now) {
        var parts = SALT.matcher(salt);
        return parts.matches()
                && Long.parseLong(parts.group(1)) > now.getEpochSecond()
                && parts.group(2).equals(offer.toString())
                && keys.codes(named(shopper)).anyMatch(code -> isEqual(account(code), parts.group(3)));
    }

    /** Base64 in one way only: the last digit has bits that mean nothing, and may not be changed either. */
    private @Nullable Solution read(String proof) {
        if (proof.length() > LONGEST) {
            return null;
        }
        try {
            var bytes = Base64.getDecoder().decode(proof);
            return Base64.getEncoder().encodeToString(bytes).equals(proof) ? json.readValue(bytes) : null;
        } catch (IllegalArgumentException | JacksonException malformed) {
            return null;
        }
    }

    private static String named(AccountId shopper) {
        return "account\n" + shopper;
    }

    private static String account(byte[] code) {
        return HEX.encode(code, 0, ACCOUNT_BYTES);
    }

    private static String hash(String text) {
        return Hashing.sha256().hashString(text, UTF_8).toString();
    }

    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(US_ASCII), other.getBytes(US_ASCII));
    }

    /** What comes back, with whatever else a widget sends beside it. */
    private record Solution(String algorithm, String challenge, int number, String salt, String signature) {}
}
