package stampede.signin;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.crypto.Mac;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.signing.HmacKeys;
import stampede.token.JwtCodec;
import stampede.token.SignIn;
import stampede.token.TokenPurpose;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Says whom a bearer token of the JSON API lets in, where Spring Security is not asked. It knows tokens in the very form only in
 * which this shop writes them, header and all (RFC 7515, RFC 7519); whatever else may be in one is for {@link JwtCodec#decoder}.
 */
@Component
public class BearerTokenVerifier {

    private static final TokenPurpose PURPOSE = TokenPurpose.API;
    private static final char DOT = '.';

    private static final ObjectReader CLAIMS = JsonMapper.builder()
            .enable(
                    DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build()
            .readerFor(Claims.class);

    private final List<Reader> readers;
    private final Predicate<SignIn> letIn;
    private final Clock clock;

    @Autowired
    BearerTokenVerifier(JwtCodec tokens, EndedSignInCache endings, Clock clock) {
        this(tokens, endings::letIn, clock);
    }

    BearerTokenVerifier(JwtCodec tokens, Predicate<SignIn> letIn, Clock clock) {
        this.readers = tokens.keys().all().stream()
                .map(key -> new Reader(JwtCodec.header(key) + DOT, HmacKeys.macOf(key)))
                .toList();
        this.letIn = letIn;
        this.clock = clock;
    }

    /**
     * The shopper whom the token lets in. Empty for a token that is forged, expired, meant for something else, or of another form; also for
     * all of staff, whose accounts are looked up at each request, and for sign-ins against which something is known.
     */
    public Optional<SignedIn> account(String token) {
        var end = token.lastIndexOf(DOT);
        for (var reader : readers) {
            if (end > reader.header().length() && token.startsWith(reader.header()) && isGenuine(reader, token, end)) {
                return named(token.substring(reader.header().length(), end));
            }
        }
        return Optional.empty();
    }

    private static boolean isGenuine(Reader reader, String token, int end) {
        var bytes = token.getBytes(StandardCharsets.ISO_8859_1);
        var signature = HmacKeys.copyOf(reader.mac());
        signature.update(bytes, 0, end);
        var expected = Base64.getUrlEncoder().withoutPadding().encode(signature.doFinal());
        var given = token.substring(end + 1).getBytes(StandardCharsets.ISO_8859_1);
        return MessageDigest.isEqual(expected, given);
    }

    private Optional<SignedIn> named(String claims) {
        try {
            Claims read = CLAIMS.readValue(Base64.getUrlDecoder().decode(claims));
            return read.letsIn(PURPOSE, clock.instant())
                    ? Optional.of(read.signIn()).filter(letIn).map(SignIn::account)
                    : Optional.empty();
        } catch (JacksonException | IllegalArgumentException anotherForm) {
            return Optional.empty();
        }
    }

    /** What {@link JwtCodec#issue} writes; times in seconds. */
    private record Claims(
            String iss,
            String aud,
            String sub,
            String name,
            Role role,
            String sid,
            int gen,
            @JsonProperty("auth_time") long since,
            long iat,
            long exp) {

        boolean letsIn(TokenPurpose purpose, Instant now) {
            return JwtCodec.ISSUER.equals(iss)
                    && purpose.name().equals(aud)
                    && role == Role.SHOPPER
                    && now.isBefore(Instant.ofEpochSecond(exp));
        }

        SignIn signIn() {
            return new SignIn(new SignedIn(AccountId.of(sub), name, role), sid, gen, Instant.ofEpochSecond(since));
        }
    }

    /**
     * One key.
     *
     * @param header how tokens that it signed begin, with the dot after it
     * @param mac has the key and is copied for use
     */
    private record Reader(String header, Mac mac) {}
}
