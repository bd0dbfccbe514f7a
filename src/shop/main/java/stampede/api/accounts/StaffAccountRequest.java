package stampede.api.accounts;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import stampede.account.AccountRefused;
import stampede.account.Duty;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.Standing;
import stampede.account.Username;
import stampede.api.problem.ApiRefusal;
import stampede.refusal.RefusalException;
import stampede.staff.AccountActs;

/**
 * An operator's or a seller's account that is to be opened.
 *
 * @param username 3 to 32 letters, digits, dots, underscores or hyphens
 * @param role OPERATOR or SELLER; shoppers register themselves
 * @param duties of an operator; SEE is always one of them
 * @param reason 5 to 200 characters, for the audit log
 */
@Schema(name = "StaffAccount")
record StaffAccountRequest(
        @NotNull @Schema(example = "mei") String username,
        @NotNull @Schema(example = "OPERATOR") Role role,
        @Nullable @Schema(example = "[\"RUN\"]") Set<Duty> duties,

        @NotNull @Schema(example = "Works here since Monday")
        String reason) {

    /**
     * @throws AccountRefused if the username will not do
     * @throws RefusalException {@link ApiRefusal#INVALID_REQUEST} for a shopper
     */
    NewAccount wanted() {
        if (role == Role.SHOPPER) {
            throw new RefusalException(ApiRefusal.INVALID_REQUEST);
        }
        return new NewAccount(
                new Username(username),
                role,
                role == Role.OPERATOR ? AccountActs.withSee(duties == null ? Set.of() : duties) : Set.of(),
                Standing.INVITED,
                "",
                "");
    }
}
