package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.List;
import java.util.Objects;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.Accounts;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;

/** Crowds for rehearsals and stress tests. */
@RestController
@Tag(name = "Operations")
class OpsShopperApi {

    private final Accounts accounts;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    OpsShopperApi(Accounts accounts, AuditLog audit, TransactionTemplate transaction) {
        this.accounts = accounts;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** Opens shoppers' accounts that nobody can sign in to; those that are there already are answered as they are. */
    @Operation(summary = "Open many shoppers' accounts, without a password, for a stress test (operators)")
    @ApiResponse(responseCode = "201", description = "The accounts, new and old")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/shoppers")
    @ResponseStatus(HttpStatus.CREATED)
    Crowd open(@CurrentAccount SignedIn account, @Valid @RequestBody CrowdWanted wanted) {
        return new Crowd(add(account, wanted).stream()
                .map(shopper -> new Member(shopper.id().toString(), shopper.username()))
                .toList());
    }

    private List<SignedIn> add(SignedIn operator, CrowdWanted wanted) {
        return Objects.requireNonNull(transaction.execute(status -> {
            audit.write(
                    operator.who(),
                    "SHOPPERS_ADDED",
                    "shoppers:" + wanted.prefix(),
                    AuditLog.Change.of("", wanted.count() + " shoppers"),
                    "");
            return accounts.addShoppers(wanted.count(), wanted.prefix());
        }));
    }

    /**
     * How many, and what their names begin with.
     *
     * @param prefix names are this and a number
     * @param count how many
     */
    record CrowdWanted(
            @NotNull @Pattern(regexp = "[a-z]{1,12}") String prefix,
            @NotNull @Min(1) @Max(50_000) Integer count) {}

    record Crowd(List<Member> items) {}

    record Member(String id, String username) {}
}
