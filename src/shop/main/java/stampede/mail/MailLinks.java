package stampede.mail;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import stampede.account.AccountId;
import stampede.signing.HmacKeys;

/**
 * What a link says that confirms an address: a random number that the database keeps until it was used, and a signature over it, the account, the
 * address and the end. Whoever reads the database cannot make one, and one of another account or of an earlier address is none.
 */
final class MailLinks {

    private static final int RANDOM_BYTES = 16;
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final HmacKeys keys;

    MailLinks(HmacKeys keys) {
        this.keys = keys;
    }

    static String newNonce() {
        var bytes = new byte[RANDOM_BYTES];
        RANDOM.nextBytes(bytes);
        return BASE64.encodeToString(bytes);
    }

    /** The last step of the link's path; a secret. */
    String tokenOf(AccountId account, MailRepository.Wanted wanted) {
        return wanted.nonce() + "." + BASE64.encodeToString(keys.sign(signed(account, wanted)));
    }

    /** Whether a token is the one of this account and address. */
    boolean isOf(String token, AccountId account, MailRepository.Wanted wanted) {
        var form = FORM.matcher(token);
        return form.matches()
                && isSame(
                        form.group(1).getBytes(StandardCharsets.US_ASCII),
                        wanted.nonce().getBytes(StandardCharsets.US_ASCII))
                && decoded(form.group(2))
                        .filter(code -> keys.codes(signed(account, wanted)).anyMatch(right -> isSame(right, code)))
                        .isPresent();
    }

    private static boolean isSame(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }

    private static Optional<byte[]> decoded(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** The first line keeps these signatures apart from whatever else the key signs. */
    private static String signed(AccountId account, MailRepository.Wanted wanted) {
        return String.join(
                "\n",
                "stampede-mail-link",
                account.toString(),
                wanted.nonce(),
                Long.toString(wanted.untilMs()),
                wanted.address());
    }
}
