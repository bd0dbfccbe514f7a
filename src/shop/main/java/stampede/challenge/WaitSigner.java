package stampede.challenge;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.common.base.Splitter;
import com.google.common.io.BaseEncoding;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.signing.HmacKeys;

/** Writes proofs that ask for nothing but time, and reads them: {@code wait.OFFER.ACCOUNT.FROM} and half an HMAC-SHA256 of it. */
final class WaitSigner {

    private static final int LONGEST = 100;
    private static final int SIGNATURE_BYTES = 16;
    private static final Pattern FORM = Pattern.compile("wait(\\.[1-9][0-9]{0,18}){3}\\.[0-9a-f]{32}");
    private static final BaseEncoding HEX = BaseEncoding.base16().lowerCase();
    private static final Splitter POINTS = Splitter.on('.');

    private final HmacKeys keys;

    WaitSigner(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    String write(AccountId shopper, OfferId offer, Instant from) {
        var content = content(shopper, offer, from);
        return content + "." + signature(keys.sign(content));
    }

    /** From when on it is good; empty if it is none of this account's for this offer. */
    Optional<Instant> read(String proof, AccountId shopper, OfferId offer) {
        if (proof.length() > LONGEST || !FORM.matcher(proof).matches()) {
            return Optional.empty();
        }
        var parts = POINTS.splitToList(proof);
        var from = Instant.ofEpochMilli(Long.parseLong(parts.get(3)));
        var content = content(shopper, offer, from);
        return proof.startsWith(content + ".")
                        && keys.codes(content).anyMatch(code -> isEqual(signature(code), parts.get(4)))
                ? Optional.of(from)
                : Optional.empty();
    }

    private static String content(AccountId shopper, OfferId offer, Instant from) {
        return "wait." + offer + "." + shopper + "." + from.toEpochMilli();
    }

    private static String signature(byte[] code) {
        return HEX.encode(code, 0, SIGNATURE_BYTES);
    }

    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(US_ASCII), other.getBytes(US_ASCII));
    }
}
