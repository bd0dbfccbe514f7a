package stampede.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Says whom a bearer token of the JSON API lets in, where Spring Security is not asked. It knows tokens in the very form only in
 * which this shop writes them, header and all (RFC 7515, RFC 7519); whatever else may be in one is for {@link SignedTokens#decoder}.
 */
@Component
public class BearerTokens {

    private static final TokenPurpose PURPOSE = TokenPurpose.API;
    private static final char DOT = '.';

    private static final ObjectReader CLAIMS = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build()
            .readerFor(Claims.class);

    /** With the dot after it. */
    private final String header;

    /** Has its key and is copied for use, because finding an algorithm costs more than what it does here. */
    private final Mac mac;

    private final Clock clock;

    BearerTokens(SignedTokens tokens, Clock clock) {
        this.header = tokens.header() + DOT;
        this.mac = tokens.mac();
        this.clock = clock;
    }

    /** Empty for a token that is forged, expired, meant for something else, or of another form. */
    public Optional<SignedIn> account(String token) {
        var end = token.lastIndexOf(DOT);
        return end > header.length() && token.startsWith(header) && isGenuine(token, end)
                ? named(token.substring(header.length(), end))
                : Optional.empty();
    }

    private boolean isGenuine(String token, int end) {
        var bytes = token.getBytes(StandardCharsets.ISO_8859_1);
        var signature = copyOfMac();
        signature.update(bytes, 0, end);
        var expected = Base64.getUrlEncoder().withoutPadding().encode(signature.doFinal());
        var given = token.substring(end + 1).getBytes(StandardCharsets.ISO_8859_1);
        return MessageDigest.isEqual(expected, given);
    }

    private Mac copyOfMac() {
        try {
            return (Mac) mac.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("Java's own HmacSHA256 can be copied", impossible);
        }
    }

    private Optional<SignedIn> named(String claims) {
        try {
            Claims read = CLAIMS.readValue(Base64.getUrlDecoder().decode(claims));
            return read.letsIn(PURPOSE, clock.instant()) ? Optional.of(read.account()) : Optional.empty();
        } catch (JacksonException | IllegalArgumentException anotherForm) {
            return Optional.empty();
        }
    }

    /** What {@link SignedTokens#issue} writes; times in seconds. */
    private record Claims(String iss, String aud, String sub, String name, Role role, long iat, long exp) {

        boolean letsIn(TokenPurpose purpose, Instant now) {
            return SignedTokens.ISSUER.equals(iss)
                    && purpose.name().equals(aud)
                    && now.isBefore(Instant.ofEpochSecond(exp));
        }

        SignedIn account() {
            return new SignedIn(AccountId.of(sub), name, role);
        }
    }
}
