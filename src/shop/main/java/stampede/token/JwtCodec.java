package stampede.token;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import javax.crypto.SecretKey;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jose.jws.MacAlgorithm;
import org.springframework.security.oauth2.jwt.BadJwtException;
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
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;

/** Makes and reads the signed tokens (JWT, HMAC-SHA256) that say who somebody is and by which sign-in. */
public final class JwtCodec {

    public static final String ISSUER = "stampede";

    static final String SIGN_IN = "sid";
    static final String GENERATION = "gen";
    static final String SINCE = "auth_time";

    private static final String KEPT = "kept";

    private static final String USERNAME = "name";
    private static final String ROLE = "role";

    private final TokenKeys keys;
    private final JwtEncoder encoder;
    private final Clock clock;

    public JwtCodec(SecretKey key, Clock clock) {
        this(TokenKeys.of(key), clock);
    }

    public JwtCodec(TokenKeys keys, Clock clock) {
        this.keys = keys;
        this.encoder = NimbusJwtEncoder.withSecretKey(keys.current())
                .algorithm(MacAlgorithm.HS256)
                .jwkPostProcessor(jwk -> jwk.keyID(TokenKeys.nameOf(keys.current())))
                .build();
        this.clock = clock;
    }

    /** A token of a sign-in of its own that nobody began: for load tests and tests. */
    public String issue(SignedIn account, TokenPurpose purpose, Duration lifetime) {
        return issue(new SignIn(account, SignIn.newId(), 0, clock.instant()), purpose, lifetime);
    }

    public String issue(SignIn signIn, TokenPurpose purpose, Duration lifetime) {
        var now = clock.instant();
        var account = signIn.account();
        var claims = JwtClaimsSet.builder()
                .issuer(ISSUER)
                .audience(List.of(purpose.name()))
                .subject(account.id().toString())
                .claim(USERNAME, account.username())
                .claim(ROLE, account.role().name())
                .claim(SIGN_IN, signIn.id())
                .claim(GENERATION, signIn.generation())
                .claim(SINCE, signIn.since().getEpochSecond())
                .issuedAt(now)
                .expiresAt(now.plus(lifetime));
        if (signIn.kept()) {
            claims.claim(KEPT, true);
        }
        var header = JwsHeader.with(MacAlgorithm.HS256).build();
        return encoder.encode(JwtEncoderParameters.from(header, claims.build())).getTokenValue();
    }

    /** Reads tokens of one purpose; throws {@link org.springframework.security.oauth2.jwt.JwtException} at any other. */
    public JwtDecoder decoder(TokenPurpose purpose) {
        var known = keys.all().stream().map(JwtCodec::jwk).toList();
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, null));
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(JWSAlgorithm.HS256, new ImmutableJWKSet<>(new JWKSet(known))));
        processor.setJWTClaimsSetVerifier((claims, context) -> {
            // Spring's validators do it.
        });
        var decoder = new NimbusJwtDecoder(processor);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.<OAuth2TokenValidator<Jwt>>of(
                expiryValidator(),
                new JwtIssuerValidator(ISSUER),
                new JwtAudienceValidator(purpose.name()),
                JwtCodec::namesSignIn)));
        return token -> {
            if (token.indexOf('=') >= 0) {
                throw new BadJwtException("Padded, which the shop's tokens never are");
            }
            return decoder.decode(token);
        };
    }

    public TokenKeys keys() {
        return keys;
    }

    /** How each token that the key signs begins, up to its first dot. */
    public static String header(SecretKey key) {
        var anyone = new SignedIn(new AccountId(1), "anyone", Role.SHOPPER);
        var token = new JwtCodec(key, Clock.systemUTC()).issue(anyone, TokenPurpose.API, Duration.ofSeconds(1));
        return token.substring(0, token.indexOf('.'));
    }

    public static SignedIn accountIn(Jwt token) {
        return new SignedIn(
                AccountId.of(claim(token, JwtClaimNames.SUB)),
                claim(token, USERNAME),
                Role.valueOf(claim(token, ROLE)));
    }

    public static SignIn signInIn(Jwt token) {
        return new SignIn(
                accountIn(token),
                claim(token, SIGN_IN),
                (int) number(token, GENERATION),
                Instant.ofEpochSecond(number(token, SINCE)),
                Boolean.TRUE.equals(token.getClaims().get(KEPT)));
    }

    /** Tokens of release 0.5 name none: whoever has one signs in anew. */
    private static OAuth2TokenValidatorResult namesSignIn(Jwt token) {
        return token.getClaims().get(SIGN_IN) instanceof String
                        && token.getClaims().get(GENERATION) instanceof Number
                        && token.getClaims().get(SINCE) instanceof Number
                ? OAuth2TokenValidatorResult.success()
                : OAuth2TokenValidatorResult.failure(new OAuth2Error("invalid_token"));
    }

    private static JWK jwk(SecretKey key) {
        return new OctetSequenceKey.Builder(key)
                .keyID(TokenKeys.nameOf(key))
                .algorithm(JWSAlgorithm.HS256)
                .build();
    }

    private static String claim(Jwt token, String name) {
        return Objects.requireNonNull(token.getClaimAsString(name), name);
    }

    private static long number(Jwt token, String name) {
        return ((Number) Objects.requireNonNull(token.getClaims().get(name), name)).longValue();
    }

    private JwtTimestampValidator expiryValidator() {
        var validator = new JwtTimestampValidator(Duration.ZERO);
        validator.setClock(clock);
        validator.setAllowEmptyExpiryClaim(false);
        return validator;
    }
}
