package stampede.api.ops;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ListAnswer;
import stampede.api.ListParameters;
import stampede.audit.AuditRow;
import stampede.audit.AuditSearchRepository;
import stampede.listing.ListSpec;

/** Who did what to what, when and why. */
@RestController
@Tag(name = "Operations")
class OpsAuditApi {

    private static final ListSpec LIST = AuditSearchRepository.list("/api/ops/audit");

    private final AuditSearchRepository rows;
    private final ListParameters parameters;

    OpsAuditApi(AuditSearchRepository rows, ListParameters parameters) {
        this.rows = rows;
        this.parameters = parameters;
    }

    @Operation(summary = "The audit log, newest first, as the console's page (operators)")
    @Parameter(in = ParameterIn.QUERY, name = "who", description = "Exactly", example = "operator:3")
    @Parameter(in = ParameterIn.QUERY, name = "action", description = "Exactly", example = "OFFER_PAUSED")
    @Parameter(in = ParameterIn.QUERY, name = "subject", description = "What it begins with", example = "order:")
    @Parameter(in = ParameterIn.QUERY, name = "reason", description = "Words in it", example = "bots")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "from",
            description = "Then or later, in the shop's time",
            example = "2026-11-23T20:00")
    @Parameter(in = ParameterIn.QUERY, name = "to", description = "Before", example = "2026-11-24T00:00")
    @Parameter(in = ParameterIn.QUERY, name = "size", description = "50, 100 or 200", example = "50")
    @Parameter(in = ParameterIn.QUERY, name = "after", description = "The member after of the page before")
    @Parameter(in = ParameterIn.QUERY, name = "before", description = "The member before of the page after")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/audit")
    ListAnswer<AuditRowView> audit(
            @CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return ListAnswer.of(rows.page(parameters.read(LIST, request)), AuditRowView::of);
    }

    /**
     * A row of the audit log.
     *
     * @param id its number
     * @param at when
     * @param who did it, such as {@code operator:3}
     * @param action what it was
     * @param subject to what
     * @param valueBefore what it was; several fields are a line each
     * @param valueAfter what it became
     * @param reason in their words; empty where none was asked for
     * @param detail the rest
     * @param address where the request came from, if it was one
     * @param trace of the request, if it was one
     */
    @Schema(name = "AuditRow")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record AuditRowView(
            @Schema(example = "4711") String id,
            Instant at,
            @Schema(example = "operator:3") String who,
            @Schema(example = "UNITS_ADDED") String action,
            @Schema(example = "offer:708540021337000001") String subject,
            @Schema(example = "100") String valueBefore,
            @Schema(example = "120") String valueAfter,
            @Schema(example = "The seller found a box more") String reason,
            String detail,
            @Schema(example = "192.0.2.7") Optional<String> address,
            Optional<String> trace) {

        static AuditRowView of(AuditRow row) {
            return new AuditRowView(
                    Long.toString(row.id()),
                    row.at(),
                    row.who(),
                    row.action(),
                    row.subject(),
                    row.before(),
                    row.after(),
                    row.reason(),
                    row.detail(),
                    row.address(),
                    row.trace());
        }
    }
}
