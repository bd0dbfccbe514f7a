package stampede.signin;

import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;

/** The password was right, and a code is needed as well. */
public final class SecondFactorNeeded extends AccountRefused {

    private final String token;

    SecondFactorNeeded(String token) {
        super(AccountRefusal.SECOND_FACTOR_NEEDED);
        this.token = token;
    }

    /** Says for a few minutes that the password was right; {@link Authenticator#signInWithCode} wants it, and nothing else takes it. */
    public String token() {
        return token;
    }
}
