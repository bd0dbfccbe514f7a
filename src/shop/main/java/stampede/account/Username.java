package stampede.account;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an account is called: 3 to 32 of a-z, 0-9, dot, underscore and hyphen. Upper case is read as lower case.
 *
 * @param value in lower case
 */
public record Username(String value) {

    private static final Pattern FORM = Pattern.compile("[a-z0-9_.-]{3,32}");

    /** @throws AccountRefused if it is not of that form */
    public Username {
        value = folded(value);
        if (!FORM.matcher(value).matches()) {
            throw new AccountRefused(AccountRefusal.BAD_USERNAME);
        }
    }

    /** The username that the text is, or nothing where no account can have it: letters outside ASCII must not reach the database. */
    public static Optional<Username> read(String text) {
        return FORM.matcher(folded(text)).matches() ? Optional.of(new Username(text)) : Optional.empty();
    }

    /** The text as a username would be stored, whether it can be one or not. */
    public static String folded(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return value;
    }
}
