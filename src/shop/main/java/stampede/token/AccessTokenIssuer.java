package stampede.token;

import java.time.Clock;
import java.time.Duration;
import javax.crypto.SecretKey;
import stampede.account.SignedIn;

/** Issues the short-lived tokens that the JSON API asks for. */
public class AccessTokenIssuer {

    private final JwtCodec tokens;
    private final Duration lifetime;

    public AccessTokenIssuer(JwtCodec tokens, Duration lifetime) {
        this.tokens = tokens;
        this.lifetime = lifetime;
    }

    /** For a load test that holds the shop's key and lets many shoppers in at once. */
    public static AccessTokenIssuer signedWith(SecretKey key, Duration lifetime) {
        return new AccessTokenIssuer(new JwtCodec(key, Clock.systemUTC()), lifetime);
    }

    public String issue(SignIn signIn) {
        return tokens.issue(signIn, TokenPurpose.API, lifetime);
    }

    /** A token that lets this account into the API, without asking for a password; of a sign-in that nobody can list or end alone. */
    public String issue(SignedIn account) {
        return tokens.issue(account, TokenPurpose.API, lifetime);
    }

    public Duration lifetime() {
        return lifetime;
    }
}
