package stampede.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import stampede.staff.ApiTokens;

/** Lets in whom a token of another system names; what has another form is an access token, which somebody else reads. */
final class ApiTokenProvider implements AuthenticationProvider {

    private final ApiTokens tokens;

    ApiTokenProvider(ApiTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public @Nullable Authentication authenticate(Authentication wanted) {
        var text = ((BearerTokenAuthenticationToken) wanted).getToken();
        if (!text.startsWith(ApiTokens.PREFIX)) {
            return null;
        }
        return tokens.signIn(text)
                .map(AccountAuthentication::ofApiToken)
                .orElseThrow(() -> new InvalidBearerTokenException("No such token"));
    }

    @Override
    public boolean supports(Class<?> kind) {
        return BearerTokenAuthenticationToken.class.isAssignableFrom(kind);
    }
}
