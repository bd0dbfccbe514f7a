package stampede.account;

import org.springframework.core.convert.converter.Converter;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.stereotype.Component;

/** Lets in whom a genuine access token of the JSON API names, unless the sign-in behind it has ended. */
@Component
class BearerAuthentication implements Converter<Jwt, AccountAuthentication> {

    private final SignInChecks checks;

    BearerAuthentication(SignInChecks checks) {
        this.checks = checks;
    }

    @Override
    public AccountAuthentication convert(Jwt token) {
        var signIn = SignedTokens.signInIn(token);
        return checks.current(signIn)
                .map(signIn::of)
                .map(AccountAuthentication::new)
                .orElseThrow(() -> new InvalidBearerTokenException("The sign-in has ended"));
    }
}
