package stampede.signin;

import java.time.Instant;
import java.util.Optional;
import stampede.token.SignInId;

/**
 * A sign-in that is good now.
 *
 * @param id names it
 * @param kind where it is used
 * @param begun when the password was checked, where that is known
 * @param used when its cookie or refresh token was last renewed
 */
public record OpenSignIn(SignInId id, Kind kind, Optional<Instant> begun, Instant used) {

    /** Where a sign-in is used. */
    public enum Kind {
        /** By the cookie of a browser. */
        PAGES,
        /** By the tokens of the JSON API. */
        API
    }
}
