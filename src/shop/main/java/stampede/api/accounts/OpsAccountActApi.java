package stampede.api.accounts;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Set;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.staff.AccountActs;
import stampede.staff.AccountRecords;

/**
 * What is done to an account. Each answers how the account is then. What it is already is refused with ACCOUNT_CHANGED or changes nothing, so
 * that a request may be sent again. There is always an administrator left.
 */
@RestController
@RequestMapping("/api/ops/accounts/{accountId}")
@Tag(name = "Operations")
class OpsAccountActApi {

    private final AccountActs acts;
    private final AccountRecords records;

    OpsAccountActApi(AccountActs acts, AccountRecords records) {
        this.acts = acts;
        this.records = records;
    }

    @Operation(summary = "End all sign-ins, links and tokens of an account, and let nobody in any more (operators)")
    @ApiResponse(responseCode = "200", description = "Locked, on every node within a second")
    @ApiResponse(responseCode = "409", description = "LAST_ADMIN, NOT_YOURSELF or ACCOUNT_CHANGED")
    @Needs(Duty.ADMIN)
    @PostMapping("/lock")
    AccountRecordView lock(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody ActReason why) {
        acts.lock(account, accountId, why.reason());
        return after(accountId);
    }

    @Operation(summary = "Let the owner of an account in again (operators)")
    @Needs(Duty.ADMIN)
    @PostMapping("/unlock")
    AccountRecordView unlock(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody ActReason why) {
        acts.unlock(account, accountId, why.reason());
        return after(accountId);
    }

    @Operation(summary = "End all sign-ins of an account; tokens for other systems stay (operators)")
    @Needs(Duty.ADMIN)
    @PostMapping("/sign-ins/end")
    AccountRecordView endSignIns(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody ActReason why) {
        acts.endSignIns(account, accountId, why.reason());
        return after(accountId);
    }

    @Operation(summary = "Let in who registered as a seller (operators)")
    @Needs(Duty.ADMIN)
    @PostMapping("/approval")
    AccountRecordView approve(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody ActReason why) {
        acts.approve(account, accountId, why.reason());
        return after(accountId);
    }

    @Operation(summary = "Do not let in who registered as a seller; the username stays taken (operators)")
    @Needs(Duty.ADMIN)
    @PostMapping("/rejection")
    AccountRecordView decline(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody ActReason why) {
        acts.decline(account, accountId, why.reason());
        return after(accountId);
    }

    @Operation(summary = "Give an operator these duties and no others; SEE is always one of them (operators)")
    @ApiResponse(responseCode = "200", description = "Felt by the operator's next request")
    @ApiResponse(responseCode = "409", description = "LAST_ADMIN, NOT_YOURSELF or ACCOUNT_CHANGED")
    @Needs(Duty.ADMIN)
    @PutMapping("/duties")
    AccountRecordView giveDuties(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody Duties wanted) {
        acts.giveDuties(account, accountId, wanted.duties(), wanted.reason());
        return after(accountId);
    }

    @Operation(
            summary =
                    "Give an account another role, and end its sign-ins and tokens; a new operator may only see (operators)")
    @ApiResponse(responseCode = "200", description = "It has the role")
    @ApiResponse(responseCode = "409", description = "LAST_ADMIN, NOT_YOURSELF or ACCOUNT_HAS_ORDERS")
    @Needs(Duty.ADMIN)
    @PutMapping("/role")
    AccountRecordView changeRole(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody NewRole wanted) {
        acts.changeRole(account, accountId, wanted.role(), wanted.reason());
        return after(accountId);
    }

    private AccountRecordView after(AccountId account) {
        return records.find(account)
                .map(AccountRecordView::of)
                .orElseThrow(() -> new AccountRefused(AccountRefusal.NO_SUCH_ACCOUNT));
    }

    /** Duties and why. */
    @Schema(name = "AccountDuties")
    record Duties(
            @NotNull @Schema(example = "[\"RUN\",\"MONEY\"]")
            Set<Duty> duties,

            @NotNull @Schema(example = "Sits at the telephone from today")
            String reason) {}

    /** A role and why. */
    @Schema(name = "AccountRole")
    record NewRole(
            @NotNull @Schema(example = "SELLER") Role role,

            @NotNull @Schema(example = "Opened a shop of their own")
            String reason) {}
}
