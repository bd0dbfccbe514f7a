package stampede.account;

import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jwt.JwsHeader;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtEncoderParameters;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;

/** Makes and reads the signed tokens (JWT, HMAC-SHA256) that say who somebody is. */
final class SignedTokens {

    static final String ISSUER = "stampede";

    /** Named in each token. Left to the library it would be a hash of the key. */
    private static final String KEY_NAME = "1";

    private static final String USERNAME = "name";
    private static final String ROLE = "role";

    private final JwtEncoder encoder;
    private final SecretKey key;
    private final Clock clock;

    SignedTokens(SecretKey key, Clock clock) {
        this.encoder = NimbusJwtEncoder.withSecretKey(key)
                .algorithm(MacAlgorithm.HS256)
                .jwkPostProcessor(jwk -> jwk.keyID(KEY_NAME))
                .build();
        this.key = key;
        this.clock = clock;
    }

    String issue(SignedIn account, TokenPurpose purpose, Duration lifetime) {
        var now = clock.instant();
        var claims = JwtClaimsSet.builder()
                .issuer(ISSUER)
                .audience(List.of(purpose.name()))
                .subject(account.id().toString())
                .claim(USERNAME, account.username())
                .claim(ROLE, account.role().name())
                .issuedAt(now)
                .expiresAt(now.plus(lifetime))
                .build();
        var header = JwsHeader.with(MacAlgorithm.HS256).build();
        return encoder.encode(JwtEncoderParameters.from(header, claims)).getTokenValue();
    }

    /** Reads tokens of one purpose; throws {@link org.springframework.security.oauth2.jwt.JwtException} at any other. */
    JwtDecoder decoder(TokenPurpose purpose) {
        var decoder = NimbusJwtDecoder.withSecretKey(key)
                .macAlgorithm(MacAlgorithm.HS256)
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.<OAuth2TokenValidator<Jwt>>of(
                notExpired(), new JwtIssuerValidator(ISSUER), new JwtAudienceValidator(purpose.name()))));
        return decoder;
    }

    /** How each token begins, up to its first dot. */
    String header() {
        var anyone = new SignedIn(new AccountId(1), "anyone", Role.SHOPPER);
        var token = issue(anyone, TokenPurpose.API, Duration.ofSeconds(1));
        return token.substring(0, token.indexOf('.'));
    }

    /** What signs each token. */
    Mac mac() {
        try {
            var mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has " + key.getAlgorithm(), impossible);
        }
    }

    static SignedIn accountIn(Jwt token) {
        return new SignedIn(
                AccountId.of(claim(token, JwtClaimNames.SUB)),
                claim(token, USERNAME),
                Role.valueOf(claim(token, ROLE)));
    }

    private static String claim(Jwt token, String name) {
        return Objects.requireNonNull(token.getClaimAsString(name), name);
    }

    private JwtTimestampValidator notExpired() {
        var validator = new JwtTimestampValidator(Duration.ZERO);
        validator.setClock(clock);
        validator.setAllowEmptyExpiryClaim(false);
        return validator;
    }
}
