package stampede.coupon;

import com.google.common.base.Splitter;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What somebody shows at the counter: twelve letters of Crockford's base 32, which has none that are taken for each other. Eleven are
 * chance, 55 bits; the last one fits them, so that a slip of the finger is told from a coupon that is not there.
 *
 * @param letters all twelve, without blanks
 */
public record CouponCode(String letters) {

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 12;
    private static final int PER_GROUP = 4;
    private static final SecureRandom CHANCE = new SecureRandom();
    private static final Pattern BLANKS = Pattern.compile("[\\s-]+");

    /** x^5 + x^2 + 1, by which products of the field of 32 elements are reduced. */
    private static final int FIELD = 0b100101;

    static CouponCode random() {
        var letters = new StringBuilder();
        CHANCE.ints(LENGTH - 1L, 0, ALPHABET.length()).forEach(letter -> letters.append(ALPHABET.charAt(letter)));
        return new CouponCode(
                letters.append(ALPHABET.charAt(timesX(sum(letters)))).toString());
    }

    /** As somebody typed it: in upper or lower case, in groups or not, with O for 0, and I or L for 1. Empty if it cannot be one. */
    public static Optional<CouponCode> read(String text) {
        var letters = new StringBuilder();
        BLANKS.matcher(text).replaceAll("").chars().forEach(letter -> letters.append(likely((char) letter)));
        var isCode = letters.length() == LENGTH
                && letters.chars().allMatch(letter -> ALPHABET.indexOf(letter) >= 0)
                && sum(letters) == 0;
        return isCode ? Optional.of(new CouponCode(letters.toString())) : Optional.empty();
    }

    /** In groups of four, for people. */
    public String spaced() {
        return String.join("-", Splitter.fixedLength(PER_GROUP).split(letters));
    }

    /** Each letter counts with another power of x, so that neither one wrong letter nor two that changed places stay unseen. */
    private static int sum(CharSequence letters) {
        return letters.chars().map(ALPHABET::indexOf).reduce(0, (sum, letter) -> timesX(sum) ^ letter);
    }

    private static int timesX(int element) {
        var shifted = element << 1;
        return shifted >= ALPHABET.length() ? shifted ^ FIELD : shifted;
    }

    private static char likely(char typed) {
        return switch (Character.toUpperCase(typed)) {
            case 'O' -> '0';
            case 'I', 'L' -> '1';
            default -> Character.toUpperCase(typed);
        };
    }

    /** A code is as good as money, so it is in no log. */
    @Override
    public String toString() {
        return "CouponCode[…]";
    }
}
