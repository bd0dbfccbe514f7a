package stampede.signin;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.JwtCodec;
import stampede.token.SignIn;
import stampede.token.TokenKeys;
import stampede.token.TokenPurpose;

/** Tokens that are read without Spring Security. What it refuses must never be taken here; what is not known here goes to it. */
class BearerTokenVerifierTests {

    private static final Instant NOW = Instant.parse("2026-11-22T20:00:00Z");
    private static final Duration LIFETIME = Duration.ofMinutes(15);

    private final SecretKey key = key('k');
    private final JwtCodec tokens = new JwtCodec(key, at(NOW));
    private final SignedIn shopper = new SignedIn(new AccountId(9_000_000_001L), "mei", Role.SHOPPER);
    private final String token = tokens.issue(shopper, TokenPurpose.API, LIFETIME);

    @Test
    void letsInWhomTheTokenNames() {
        assertThat(readAt(NOW).account(token)).contains(shopper);
        assertThat(JwtCodec.accountIn(tokens.decoder(TokenPurpose.API).decode(token)))
                .as("as Spring Security does")
                .isEqualTo(shopper);
    }

    @Test
    void aTokenCountsUntilItExpires() {
        assertThat(readAt(NOW.plus(LIFETIME).minusMillis(1)).account(token)).contains(shopper);
        assertThat(readAt(NOW.plus(LIFETIME)).account(token)).isEmpty();
    }

    @Test
    void nothingButTheTokenItselfIsTaken() {
        var reader = readAt(NOW);
        for (int i = 0; i < token.length(); i++) {
            for (var other : new char[] {'A', 'b', '-', '.', 'é', '中'}) {
                var changed = token.substring(0, i) + other + token.substring(i + 1);
                if (!changed.equals(token)) {
                    assertThat(reader.account(changed)).as(changed).isEmpty();
                }
            }
            assertThat(reader.account(token.substring(0, i))).isEmpty();
            assertThat(reader.account(token.substring(i + 1))).isEmpty();
        }
        assertThat(reader.account(token + "A")).isEmpty();
    }

    @Test
    void whatIsForPagesOpensNoApi() {
        assertThat(readAt(NOW).account(tokens.issue(shopper, TokenPurpose.PAGES, LIFETIME)))
                .isEmpty();
    }

    @Test
    void anotherKeyOpensNothing() {
        var foreign = new JwtCodec(key('x'), at(NOW)).issue(shopper, TokenPurpose.API, LIFETIME);

        assertThat(readAt(NOW).account(foreign)).isEmpty();
    }

    @Test
    void theKeyBeforeIsStillBelievedByBothReaders() {
        var changed = new JwtCodec(new TokenKeys(key('n'), List.of(key)), at(NOW));
        var reader = new BearerTokenVerifier(changed, signIn -> true, at(NOW));

        assertThat(reader.account(token)).contains(shopper);
        assertThat(reader.account(changed.issue(shopper, TokenPurpose.API, LIFETIME)))
                .contains(shopper);
        assertThat(JwtCodec.accountIn(changed.decoder(TokenPurpose.API).decode(token)))
                .isEqualTo(shopper);
        assertThat(readAt(NOW).account(changed.issue(shopper, TokenPurpose.API, LIFETIME)))
                .as("before it knows the new key")
                .isEmpty();
    }

    @Test
    void namesTheKeyByItsContent() {
        assertThat(JwtCodec.header(key)).isNotEqualTo(JwtCodec.header(key('x')));
        assertThat(TokenKeys.nameOf(key)).isEqualTo(TokenKeys.nameOf(key('k')));
    }

    @Test
    void staffAndEndedSignInsAreLeftToSpringSecurity() {
        var operator = new SignedIn(new AccountId(9_000_000_002L), "ops", Role.OPERATOR);

        assertThat(readAt(NOW).account(tokens.issue(operator, TokenPurpose.API, LIFETIME)))
                .isEmpty();
        assertThat(new BearerTokenVerifier(tokens, signIn -> false, at(NOW)).account(token))
                .isEmpty();
    }

    @Test
    void anUnsignedTokenOpensNothing() {
        var none = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.US_ASCII));
        var payload = token.substring(token.indexOf('.') + 1, token.lastIndexOf('.'));

        assertThat(readAt(NOW).account(none + "." + payload + ".")).isEmpty();
        assertThat(readAt(NOW).account(JwtCodec.header(key) + "." + payload + "."))
                .isEmpty();
    }

    /** Signed by the shop's key, but not what the shop writes: an issuer of another name, a claim that says more, a missing end. */
    @ParameterizedTest
    @ValueSource(strings = {"issuer", "not before", "no end", "no role", "no sign-in", "header"})
    void whatIsOfAnotherFormIsLeftToSpringSecurity(String what) throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .issuer(what.equals("issuer") ? "somebody" : "stampede")
                .audience("API")
                .subject(shopper.id().toString())
                .claim("name", shopper.username())
                .claim("role", what.equals("no role") ? null : shopper.role().name())
                .claim("sid", what.equals("no sign-in") ? null : SignIn.newId())
                .claim("gen", 0)
                .claim("auth_time", NOW.getEpochSecond())
                .issueTime(Date.from(NOW))
                .notBeforeTime(what.equals("not before") ? Date.from(NOW.plusSeconds(60)) : null)
                .expirationTime(what.equals("no end") ? null : Date.from(NOW.plus(LIFETIME)))
                .build();

        assertThat(readAt(NOW).account(signed(claims, what.equals("header")))).isEmpty();
    }

    private String signed(JWTClaimsSet claims, boolean otherHeader) throws JOSEException {
        var header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(TokenKeys.nameOf(key));
        var signed = new SignedJWT(otherHeader ? header.type(JOSEObjectType.JWT).build() : header.build(), claims);
        signed.sign(new MACSigner(key));
        return signed.serialize();
    }

    private BearerTokenVerifier readAt(Instant now) {
        return new BearerTokenVerifier(tokens, signIn -> true, at(now));
    }

    private static Clock at(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    private static SecretKey key(char letter) {
        return new SecretKeySpec(String.valueOf(letter).repeat(32).getBytes(StandardCharsets.US_ASCII), "HmacSHA256");
    }
}
