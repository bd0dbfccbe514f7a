package stampede.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;

/**
 * Says whom a bearer token of the JSON API lets in, where Spring Security is not asked. A client sends the same token with every
 * request, so one that was found genuine is remembered until it expires.
 */
@Component
public class BearerTokens {

    private static final long MOST = 100_000;

    /** Without an end, a full cache would rather keep yesterday's shoppers, who came often, than take in today's. */
    private static final Duration IDLE = Duration.ofMinutes(5);

    private final Cache<String, Known> known = Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(IDLE)
            .executor(Runnable::run)
            .build();

    private final JwtDecoder decoder;
    private final Clock clock;

    BearerTokens(SignedTokens tokens, Clock clock) {
        this.decoder = tokens.decoder(TokenPurpose.API);
        this.clock = clock;
    }

    /** Empty for a token that is forged, expired or meant for something else. */
    public Optional<SignedIn> account(String token) {
        return Optional.ofNullable(known.getIfPresent(token))
                .or(() -> check(token))
                .filter(found -> clock.instant().isBefore(found.expiresAt()))
                .map(Known::account);
    }

    private Optional<Known> check(String token) {
        try {
            var genuine = decoder.decode(token);
            var found = new Known(SignedTokens.accountIn(genuine), expiry(genuine));
            known.put(token, found);
            return Optional.of(found);
        } catch (JwtException notGenuine) {
            return Optional.empty();
        }
    }

    private static Instant expiry(Jwt token) {
        return Objects.requireNonNull(token.getExpiresAt());
    }

    private record Known(SignedIn account, Instant expiresAt) {}
}
