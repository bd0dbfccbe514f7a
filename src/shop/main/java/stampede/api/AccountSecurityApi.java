package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.signin.PasswordChanges;
import stampede.signin.SecondFactors;
import stampede.token.SignInId;

/** The password and the second factor of whoever sends the request. */
@RestController
@RequestMapping("/api/v1/account")
@Tag(name = "Accounts")
class AccountSecurityApi {

    private final PasswordChanges passwords;
    private final SecondFactors factors;

    AccountSecurityApi(PasswordChanges passwords, SecondFactors factors) {
        this.passwords = passwords;
        this.factors = factors;
    }

    @Operation(summary = "Change the password; ends all sign-ins, this one too")
    @PostMapping("/password")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void changePassword(@CurrentAccount SignedIn account, @Valid @RequestBody PasswordChange wanted) {
        passwords.change(account, wanted.presentPassword(), wanted.newPassword());
    }

    @Operation(
            summary =
                    "Begin to set up a second factor: a secret for an authenticator app, to be confirmed by a code of it")
    @PostMapping("/second-factor")
    @ResponseStatus(HttpStatus.CREATED)
    OfferedSecret begin(@CurrentAccount SignedIn account, @Valid @RequestBody GivenPassword given) {
        passwords.confirm(account, given.password());
        var secret = factors.begin(account);
        return new OfferedSecret(secret.key(), secret.link());
    }

    @Operation(
            summary = "Confirm the second factor; answers the recovery codes, this once, and ends all other sign-ins")
    @PostMapping("/second-factor/confirmation")
    RecoveryCodes confirm(
            @CurrentAccount SignedIn account, @CurrentAccount SignInId here, @Valid @RequestBody GivenCode given) {
        return new RecoveryCodes(factors.confirm(account, here, given.code()));
    }

    @Operation(summary = "Make new recovery codes; the former ones are good for nothing then")
    @PostMapping("/second-factor/recovery-codes")
    RecoveryCodes renewCodes(@CurrentAccount SignedIn account, @Valid @RequestBody GivenCode given) {
        return new RecoveryCodes(factors.renewCodes(account, given.code()));
    }

    @Operation(summary = "Remove the second factor")
    @DeleteMapping("/second-factor")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@CurrentAccount SignedIn account, @Valid @RequestBody GivenPasswordAndCode given) {
        passwords.confirm(account, given.password());
        factors.remove(account, given.code());
    }

    record PasswordChange(
            @NotNull String presentPassword, @NotNull String newPassword) {

        /** Without the passwords. */
        @Override
        public String toString() {
            return "PasswordChange";
        }
    }

    record GivenPassword(@NotNull String password) {

        /** Without the password. */
        @Override
        public String toString() {
            return "GivenPassword";
        }
    }

    record GivenCode(@NotNull @Size(max = 64) String code) {

        /** Without the code. */
        @Override
        public String toString() {
            return "GivenCode";
        }
    }

    record GivenPasswordAndCode(
            @NotNull String password,
            @NotNull @Size(max = 64) String code) {

        /** Without the password. */
        @Override
        public String toString() {
            return "GivenPasswordAndCode";
        }
    }

    /**
     * What an authenticator app needs.
     *
     * @param secret in base32
     * @param link the same as an otpauth link
     */
    record OfferedSecret(String secret, String link) {

        /** Without the secret. */
        @Override
        public String toString() {
            return "OfferedSecret";
        }
    }

    record RecoveryCodes(List<String> recoveryCodes) {

        /** Without the codes. */
        @Override
        public String toString() {
            return "RecoveryCodes";
        }
    }
}
