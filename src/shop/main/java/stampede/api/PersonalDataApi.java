package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.privacy.AccountDeletion;
import stampede.privacy.PersonalData;

/** What the shop keeps about whoever sends the request. */
@RestController
@RequestMapping("/api/v1/account")
@Tag(name = "Accounts")
class PersonalDataApi {

    private final PersonalData data;
    private final AccountDeletion deletion;

    PersonalDataApi(PersonalData data, AccountDeletion deletion) {
        this.data = data;
        this.deletion = deletion;
    }

    @Operation(summary = "Read all that the shop keeps about this account; times are UTC, money is whole fen")
    @GetMapping(path = "/data", produces = MediaType.APPLICATION_JSON_VALUE)
    void read(@CurrentAccount SignedIn account, HttpServletResponse response) throws IOException {
        data.admit(account.id());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        data.write(account, response.getOutputStream());
    }

    @Operation(summary = "Delete this account for good; orders stay without its name, and all sign-ins end")
    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@CurrentAccount SignedIn account, @Valid @RequestBody Proof proof) {
        deletion.delete(account, proof.password(), proof.code() == null ? "" : proof.code());
    }

    record Proof(
            @NotNull String password,
            @Nullable @Size(max = 64) String code) {

        /** Without the password. */
        @Override
        public String toString() {
            return "Proof";
        }
    }
}
