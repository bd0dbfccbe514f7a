package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.purchase.PurchaseRefusal;
import stampede.ratelimit.ClientAddress;
import stampede.ratelimit.RateLimitBuckets;
import stampede.refusal.RefusalException;
import stampede.signin.ApiSignIns;
import stampede.signin.Authenticator;
import stampede.signin.SecondFactorNeeded;
import stampede.signin.SignIns;
import stampede.token.TokenPair;

/** Signs in to the API, stays signed in, signs out. */
@RestController
@Tag(name = "Accounts")
class TokenApi {

    private static final int REFRESHES_AT_ONCE = 60;
    private static final int REFRESHES_PER_SECOND = 2;

    private final Authenticator authenticator;
    private final ApiSignIns signIns;
    private final SignIns everywhere;

    /** For each address, tokens that were good are given back: so only guessing is limited. */
    private final RateLimitBuckets refreshes = new RateLimitBuckets(REFRESHES_AT_ONCE, REFRESHES_PER_SECOND);

    TokenApi(Authenticator authenticator, ApiSignIns signIns, SignIns everywhere) {
        this.authenticator = authenticator;
        this.signIns = signIns;
        this.everywhere = everywhere;
    }

    @Operation(summary = "Sign in; with the code of a second factor if the account has one")
    @PostMapping("/api/v1/tokens")
    Tokens signIn(@Valid @RequestBody SignInRequest given, HttpServletRequest request) {
        return Tokens.of(signIns.begin(account(given, request.getRemoteAddr())));
    }

    private SignedIn account(SignInRequest given, String address) {
        try {
            return authenticator.signIn(given.username(), given.password(), address);
        } catch (SecondFactorNeeded halfWay) {
            if (given.code() == null) {
                throw halfWay;
            }
            return authenticator.signInWithCode(halfWay.token(), given.code(), address);
        }
    }

    @Operation(summary = "Stay signed in; each refresh token is good for one use")
    @PostMapping("/api/v1/tokens/refresh")
    Tokens refresh(@Valid @RequestBody GivenRefreshToken given, HttpServletRequest request) {
        var address = ClientAddress.network(request.getRemoteAddr());
        refreshes.take(address).ifPresent(wait -> {
            throw new RefusalException(PurchaseRefusal.TOO_MANY_ATTEMPTS, wait);
        });
        var tokens = Tokens.of(signIns.refresh(given.refreshToken()));
        refreshes.giveBack(address);
        return tokens;
    }

    /** With a refresh token ends the sign-in it belongs to; without one ends all sign-ins of whoever sends the request, those of browsers included. */
    @Operation(summary = "Sign out: here with a refresh token, everywhere without one")
    @DeleteMapping("/api/v1/tokens")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void signOut(
            @Valid @RequestBody(required = false) Optional<GivenRefreshToken> given,
            @CurrentAccount Optional<SignedIn> account) {
        given.ifPresentOrElse(
                token -> signIns.end(token.refreshToken()),
                () -> everywhere.endAll(known(account).id()));
    }

    private static SignedIn known(Optional<SignedIn> account) {
        return account.orElseThrow(() -> new AuthenticationCredentialsNotFoundException("Nobody is signed in"));
    }

    record Tokens(String accessToken, String refreshToken, long expiresInSeconds) {

        static Tokens of(TokenPair pair) {
            return new Tokens(
                    pair.accessToken(), pair.refreshToken(), pair.expiresIn().toSeconds());
        }
    }

    record GivenRefreshToken(@NotNull String refreshToken) {}
}
