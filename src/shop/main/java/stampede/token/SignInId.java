package stampede.token;

import java.util.regex.Pattern;

/**
 * Names one sign-in of an account. It is no secret: it opens nothing by itself.
 *
 * @param value 22 characters of base64url
 */
public record SignInId(String value) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{22}");

    /** @throws IllegalArgumentException if it is not of that form */
    public SignInId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("Not the id of a sign-in");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
