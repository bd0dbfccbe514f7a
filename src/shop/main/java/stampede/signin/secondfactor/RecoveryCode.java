package stampede.signin.secondfactor;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stands in for the second factor once, when the device is lost.
 *
 * @param text 16 letters and digits (80 bits), a secret
 */
public record RecoveryCode(String text) {

    private static final int AT_ONCE = 10;
    private static final int BYTES = 10;
    private static final int GROUP = 4;
    private static final int LONGEST_TYPED = 40;
    private static final Pattern FORM = Pattern.compile("[a-z2-7]{16}");
    private static final Pattern NO_PART = Pattern.compile("[\\s-]");
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A new set. */
    public static List<RecoveryCode> randoms() {
        return Stream.generate(RecoveryCode::random).limit(AT_ONCE).toList();
    }

    /** Reads what was typed, with or without hyphens; nothing if it is no recovery code. */
    public static Optional<RecoveryCode> parse(String typed) {
        if (typed.length() > LONGEST_TYPED) {
            return Optional.empty();
        }
        var text = NO_PART.matcher(typed).replaceAll("").toLowerCase(Locale.ROOT);
        return FORM.matcher(text).matches() ? Optional.of(new RecoveryCode(text)) : Optional.empty();
    }

    /** In groups of four, as people read it. */
    public String shown() {
        return String.join("-", Splitter.fixedLength(GROUP).split(text));
    }

    /** What the database keeps: 80 random bits cannot be guessed from it. */
    public String hash(long account) {
        return Hashing.sha256()
                .hashString(account + ":" + text, StandardCharsets.US_ASCII)
                .toString();
    }

    @Override
    public String toString() {
        return "RecoveryCode";
    }

    private static RecoveryCode random() {
        var bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new RecoveryCode(BaseEncoding.base32().lowerCase().encode(bytes));
    }
}
