package stampede.security;

import org.springframework.core.convert.converter.Converter;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.stereotype.Component;
import stampede.signin.SignInCheck;
import stampede.token.JwtCodec;

/** Lets in whom a genuine access token of the JSON API names, unless the sign-in behind it has ended. */
@Component
class BearerTokenConverter implements Converter<Jwt, AccountAuthentication> {

    private final SignInCheck checks;

    BearerTokenConverter(SignInCheck checks) {
        this.checks = checks;
    }

    @Override
    public AccountAuthentication convert(Jwt token) {
        var signIn = JwtCodec.signInIn(token);
        return checks.current(signIn)
                .map(signIn::of)
                .map(AccountAuthentication::new)
                .orElseThrow(() -> new InvalidBearerTokenException("The sign-in has ended"));
    }
}
