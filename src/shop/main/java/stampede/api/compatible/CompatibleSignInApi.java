package stampede.api.compatible;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.api.problem.ProblemWriter;
import stampede.signin.ApiSignIns;
import stampede.signin.Authenticator;
import stampede.signin.SignIns;
import stampede.token.SignInId;

/** Signs in and out as at the earlier shop: the token is in the header of the answer. */
@RestController
@Tag(name = "Compatible")
class CompatibleSignInApi {

    private final Authenticator authenticator;
    private final ApiSignIns tokens;
    private final SignIns signIns;
    private final ProblemWriter problems;

    CompatibleSignInApi(Authenticator authenticator, ApiSignIns tokens, SignIns signIns, ProblemWriter problems) {
        this.authenticator = authenticator;
        this.tokens = tokens;
        this.signIns = signIns;
        this.problems = problems;
    }

    /** Accounts with a second factor sign in by the shop's own API, which can ask for the code. */
    @Operation(summary = "Sign in; the token is in the header Authorization (as zhongzhh8/SecKill-System)")
    @ApiResponse(
            responseCode = "200",
            description = "Signed in",
            headers = @Header(name = HttpHeaders.AUTHORIZATION, description = "The access token"))
    @PostMapping("/api/auth")
    ResponseEntity<SignInAnswer> signIn(@Valid @RequestBody Credentials given, HttpServletRequest request) {
        var account = authenticator.signIn(given.username(), given.password(), request.getRemoteAddr());
        return CompatibleKind.of(account.role())
                .map(kind -> ResponseEntity.ok()
                        .header(HttpHeaders.AUTHORIZATION, tokens.begin(account).accessToken())
                        .body(new SignInAnswer(kind.word(), "")))
                .orElseGet(() -> ResponseEntity.status(HttpStatus.UNAUTHORIZED)
                        .body(new SignInAnswer("", "This API is for customers and salers.")));
    }

    @Operation(summary = "Sign out: the token is good for nothing then (as zhongzhh8/SecKill-System)")
    @PostMapping("/api/auth/logout")
    ErrorMessage signOut(@CurrentAccount SignedIn account, @CurrentAccount SignInId signIn) {
        signIns.end(account, signIn);
        return new ErrorMessage("log out.");
    }

    /** Whoever is not let in is not told whether there is such an account. */
    @ExceptionHandler
    ResponseEntity<SignInAnswer> refuse(AccountRefused refused, Locale language) {
        return ResponseEntity.status(CompatibleExceptionHandler.status(refused, HttpStatus.UNAUTHORIZED))
                .headers(CompatibleExceptionHandler.headers(refused))
                .contentType(MediaType.APPLICATION_JSON)
                .body(new SignInAnswer("", problems.detail(refused.reason(), language)));
    }

    /** Who wants to sign in. */
    @Schema(name = "CompatibleCredentials")
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Credentials(
            @NotNull @Schema(example = "teapots") String username,

            @NotNull @Schema(example = "a long enough password")
            String password) {

        /** Without the password. */
        @Override
        public String toString() {
            return "Credentials[username=" + username + "]";
        }
    }

    /**
     * What came of it.
     *
     * @param kind customer or saler; empty if they are not let in
     * @param errMsg why they are not; empty if they are
     */
    @Schema(name = "CompatibleSignIn")
    record SignInAnswer(String kind, String errMsg) {}
}
