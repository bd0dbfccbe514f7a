package stampede.account.password;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * What a password may be: 8 to 128 characters (code points after NFKC, so that the same password typed on another keyboard is
 * the same), not the username, and none of those that everybody tries first.
 */
public final class PasswordRule {

    /** What is wrong with a password. */
    public enum Fault {
        TOO_SHORT,
        TOO_LONG,
        /** Among the 10,000 commonest, or made of one or two different characters. */
        TOO_COMMON,
        IS_USERNAME
    }

    private static final int SHORTEST = 8;
    private static final int LONGEST = 128;
    private static final int FEWEST_DIFFERENT = 3;

    /** Looked at before anything else, so that a long text costs nothing. NFKC makes at most 18 letters of one. */
    private static final int LONGEST_TYPED = 4 * LONGEST;

    private PasswordRule() {}

    /** What is wrong with this password for this account, if anything. */
    public static Optional<Fault> faultOf(String password, String username) {
        if (isTooLong(password)) {
            return Optional.of(Fault.TOO_LONG);
        }
        var normal = normal(password);
        var length = normal.codePointCount(0, normal.length());
        if (length < SHORTEST) {
            return Optional.of(Fault.TOO_SHORT);
        }
        if (length > LONGEST) {
            return Optional.of(Fault.TOO_LONG);
        }
        if (normal.strip().equalsIgnoreCase(username.strip())) {
            return Optional.of(Fault.IS_USERNAME);
        }
        var common = normal.codePoints().distinct().count() < FEWEST_DIFFERENT
                || CommonPasswords.contain(normal.toLowerCase(Locale.ROOT));
        return common ? Optional.of(Fault.TOO_COMMON) : Optional.empty();
    }

    /** So long that it is nobody's password. */
    static boolean isTooLong(String typed) {
        return typed.length() > LONGEST_TYPED;
    }

    static String normal(String typed) {
        return Normalizer.normalize(typed, Normalizer.Form.NFKC);
    }
}
