package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.signin.Authenticator;

/** Opens shoppers' accounts. */
@RestController
@Tag(name = "Accounts")
class AccountApi {

    private final Authenticator authenticator;

    AccountApi(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    @Operation(summary = "Open a shopper's account")
    @PostMapping("/api/v1/accounts")
    @ResponseStatus(HttpStatus.CREATED)
    OpenedAccount open(@Valid @RequestBody NewAccountRequest wanted, HttpServletRequest request) {
        return OpenedAccount.of(authenticator.register(wanted.username(), wanted.password(), request.getRemoteAddr()));
    }

    record OpenedAccount(String id, String username, Role role) {

        static OpenedAccount of(SignedIn account) {
            return new OpenedAccount(account.id().toString(), account.username(), account.role());
        }
    }
}
