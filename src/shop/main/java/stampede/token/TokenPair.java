package stampede.token;

import java.time.Duration;

/**
 * What somebody who signed in to the API holds.
 *
 * @param accessToken sent with each request
 * @param refreshToken traded once for the next pair
 * @param expiresIn how long the access token is good for
 */
public record TokenPair(String accessToken, String refreshToken, Duration expiresIn) {

    /** Without the tokens, which are secrets. */
    @Override
    public String toString() {
        return "TokenPair[expiresIn=" + expiresIn + "]";
    }
}
