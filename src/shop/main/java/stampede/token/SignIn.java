package stampede.token;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import stampede.account.SignedIn;

/**
 * One sign-in, as cookies and access tokens tell of it.
 *
 * @param account who signed in, as it was when the token was made
 * @param id 16 random bytes in base64url, the same in all tokens of this sign-in
 * @param generation the account's when it began; a later one of the account ends it
 * @param since when the password was checked, to the second; renewing a token does not change it
 * @param kept whether whoever signed in wants the browser to stay signed in while it is not used
 */
public record SignIn(SignedIn account, String id, int generation, Instant since, boolean kept) {

    private static final SecureRandom RANDOM = new SecureRandom();

    /** One that ends when it is not used. */
    public SignIn(SignedIn account, String id, int generation, Instant since) {
        this(account, id, generation, since, false);
    }

    public static String newId() {
        var bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The same sign-in of an account that may have another role or name by now. */
    public SignIn of(SignedIn current) {
        return new SignIn(current, id, generation, since, kept);
    }
}
