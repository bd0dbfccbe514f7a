package stampede.api.accounts;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.net.URI;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.api.ListAnswer;
import stampede.api.ListParameters;
import stampede.listing.ListSpec;
import stampede.staff.AccountActs;
import stampede.staff.AccountRecord;
import stampede.staff.AccountRecords;

/** Who has an account here, and the accounts that are opened for others. */
@RestController
@Tag(name = "Operations")
class OpsAccountApi {

    private static final String PATH = "/api/ops/accounts";

    private static final ListSpec LIST = AccountRecords.list(PATH);

    private final AccountRecords records;
    private final AccountActs acts;
    private final ListParameters parameters;

    OpsAccountApi(AccountRecords records, AccountActs acts, ListParameters parameters) {
        this.records = records;
        this.acts = acts;
        this.parameters = parameters;
    }

    @Operation(summary = "Accounts, newest first, by the beginning of their name, by role and by state (operators)")
    @Parameter(in = ParameterIn.QUERY, name = "text", description = "What the username begins with", example = "mei")
    @Parameter(in = ParameterIn.QUERY, name = "role", description = "SHOPPER, SELLER or OPERATOR", example = "SELLER")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "state",
            description = "ACTIVE, INVITED, PENDING, DECLINED or LOCKED",
            example = "PENDING")
    @Parameter(in = ParameterIn.QUERY, name = "size", description = "50, 100 or 200", example = "50")
    @Parameter(in = ParameterIn.QUERY, name = "after", description = "The member after of the page before")
    @Parameter(in = ParameterIn.QUERY, name = "before", description = "The member before of the page after")
    @Needs(Duty.ADMIN)
    @GetMapping(PATH)
    ListAnswer<AccountRecordView> accounts(
            @CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return ListAnswer.of(records.page(parameters.read(LIST, request)), AccountRecordView::inList);
    }

    @Operation(summary = "An account (operators)")
    @Needs(Duty.ADMIN)
    @GetMapping(PATH + "/{accountId}")
    AccountRecordView account(@CurrentAccount SignedIn account, @PathVariable AccountId accountId) {
        return AccountRecordView.of(find(accountId));
    }

    /** A username is there once, so the same again opens nothing more. */
    @Operation(
            summary =
                    "Open an operator's or a seller's account; the answer has the link that sets its password (operators)")
    @ApiResponse(responseCode = "201", description = "Opened; the link is kept nowhere")
    @ApiResponse(responseCode = "409", description = "USERNAME_TAKEN")
    @Needs(Duty.ADMIN)
    @PostMapping(PATH)
    ResponseEntity<OneTimeLinkView> open(
            @CurrentAccount SignedIn account, @Valid @RequestBody StaffAccountRequest wanted) {
        var opened = wanted.wanted();
        return created(OneTimeLinkView.of(
                acts.open(account, opened, wanted.reason()), opened.username().value()));
    }

    @Operation(summary = "Make another link that sets its password, and end the one before (operators)")
    @ApiResponse(responseCode = "201", description = "Made; the link is kept nowhere")
    @Needs(Duty.ADMIN)
    @PostMapping(PATH + "/{accountId}/links")
    ResponseEntity<OneTimeLinkView> link(
            @CurrentAccount SignedIn account, @PathVariable AccountId accountId, @Valid @RequestBody ActReason why) {
        var username = find(accountId).username();
        return created(OneTimeLinkView.of(acts.reset(account, accountId, why.reason()), username));
    }

    private AccountRecord find(AccountId account) {
        return records.find(account).orElseThrow(() -> new AccountRefused(AccountRefusal.NO_SUCH_ACCOUNT));
    }

    private static ResponseEntity<OneTimeLinkView> created(OneTimeLinkView link) {
        return ResponseEntity.created(URI.create(PATH + "/" + link.accountId()))
                .cacheControl(CacheControl.noStore())
                .body(link);
    }
}
