package stampede.api.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.api.ListAnswer;
import stampede.api.ListParameters;
import stampede.api.problem.ApiRefusal;
import stampede.archive.Archive;
import stampede.archive.ArchiveCaseReader;
import stampede.archive.ArchiveFields;
import stampede.archive.ArchiveFile;
import stampede.archive.ArchiveLine;
import stampede.archive.ArchiveRepository;
import stampede.archive.OrderReprocessing;
import stampede.inquiry.PurchaseResolver;
import stampede.listing.ListSpec;
import stampede.order.OrderId;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;

/** Dead tasks with what the shop knows of each: listed, looked at, sent again or discarded, each once. */
@RestController
@Tag(name = "Operations")
class OpsArchiveApi {

    private static final String PATH = "/api/ops/archive";
    private static final ListSpec LIST = ArchiveFields.ofPrograms(PATH);

    private final ArchiveRepository tasks;
    private final ArchiveCaseReader cases;
    private final Archive archive;
    private final ArchiveFile file;
    private final OrderReprocessing reprocessing;
    private final ListParameters parameters;

    OpsArchiveApi(
            ArchiveRepository tasks,
            ArchiveCaseReader cases,
            Archive archive,
            ArchiveFile file,
            OrderReprocessing reprocessing,
            ListParameters parameters) {
        this.tasks = tasks;
        this.cases = cases;
        this.archive = archive;
        this.file = file;
        this.reprocessing = reprocessing;
        this.parameters = parameters;
    }

    @Operation(summary = "Dead tasks, newest first, as the console's page (operators)")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "handled",
            description = "Whether somebody decided about it",
            example = "false")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "state",
            description = "UNDECIDED, SETTLED, RETRIED or DISCARDED",
            example = "UNDECIDED")
    @Parameter(in = ParameterIn.QUERY, name = "task", description = "Its name, exactly", example = "order.place")
    @Parameter(in = ParameterIn.QUERY, name = "queue", description = "Exactly", example = "orders")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "error",
            description = "The class of what was thrown, or a fingerprint",
            example = "IllegalStateException")
    @Parameter(in = ParameterIn.QUERY, name = "order", description = "That it is about", example = "708540021337")
    @Parameter(in = ParameterIn.QUERY, name = "offer", description = "That it is about", example = "17")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "seller",
            description = "Whose offer it is about: number or username",
            example = "teapots")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "from",
            description = "Died then or later, in the shop's time",
            example = "2026-11-23T20:00")
    @Parameter(in = ParameterIn.QUERY, name = "to", description = "Died before", example = "2026-11-24T00:00")
    @Parameter(in = ParameterIn.QUERY, name = "size", description = "50, 100 or 200", example = "50")
    @Parameter(in = ParameterIn.QUERY, name = "after", description = "The member after of the page before")
    @Parameter(in = ParameterIn.QUERY, name = "before", description = "The member before of the page after")
    @Needs(Duty.SEE)
    @GetMapping(PATH)
    ListAnswer<ArchiveLine> list(
            @CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return ListAnswer.of(tasks.page(parameters.read(LIST, request)), ArchiveLine::of);
    }

    @Operation(summary = "All dead tasks that match, as a table; takes the parameters of the list (operators)")
    @Needs(Duty.SEE)
    @GetMapping(value = PATH + ".csv", produces = "text/csv")
    void csv(
            @CurrentAccount SignedIn account,
            @Parameter(hidden = true) HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        file.csv(response, parameters.read(LIST, request));
    }

    @Operation(summary = "All dead tasks that match, an object a line; takes the parameters of the list (operators)")
    @Needs(Duty.SEE)
    @GetMapping(value = PATH + ".jsonl", produces = "application/x-ndjson")
    void jsonLines(
            @CurrentAccount SignedIn account,
            @Parameter(hidden = true) HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        file.jsonLines(response, parameters.read(LIST, request));
    }

    @Operation(summary = "A dead task, and what a retry would come to (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{deadId}")
    ArchiveCaseView one(@CurrentAccount SignedIn account, @PathVariable long deadId) {
        return ArchiveCaseView.of(cases.read(deadId));
    }

    @Operation(summary = "Send a dead task again, once; a body is not needed (operators)")
    @ApiResponse(responseCode = "202", description = "It is sent again")
    @ApiResponse(responseCode = "409", description = "ALREADY_DECIDED: somebody was first")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{deadId}/retry")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Decided retry(
            @CurrentAccount SignedIn account,
            @PathVariable long deadId,
            @Valid @RequestBody(required = false) @Nullable Retry how) {
        archive.retry(
                account,
                deadId,
                Duration.ofSeconds(how == null || how.afterSeconds() == null ? 0 : how.afterSeconds()),
                how == null || how.reason() == null ? "" : how.reason().strip());
        return new Decided("RETRIED");
    }

    @Operation(summary = "Mark a dead task as not to be sent again (operators)")
    @ApiResponse(responseCode = "200", description = "It is discarded")
    @ApiResponse(responseCode = "409", description = "ALREADY_DECIDED: somebody was first")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{deadId}/discard")
    Decided discard(@CurrentAccount SignedIn account, @PathVariable long deadId, @Valid @RequestBody ActReason why) {
        archive.discard(account, deadId, why.reason().strip());
        return new Decided("DISCARDED");
    }

    /** Does what is left to do: sends its newest dead task again, or else does at once what the shop does by itself within minutes. */
    @Operation(summary = "Bring an order forward that failed somewhere (operators)")
    @ApiResponse(
            responseCode = "202",
            description = "RETRIED: its dead task is sent again; or what came of resolving it")
    @ApiResponse(responseCode = "409", description = "NOTHING_TO_DO: nothing failed, and it is where it ought to be")
    @Needs(Duty.RUN)
    @PostMapping("/api/ops/orders/{orderId}/reprocess")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Reprocessed reprocess(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        var done = reprocessing.reprocess(account, orderId);
        var outcome = done.resolved().map(OpsArchiveApi::resolved).orElse("RETRIED");
        return new Reprocessed(outcome, orderId.toString(), done.retried().map(String::valueOf));
    }

    private static String resolved(PurchaseResolver.Outcome outcome) {
        return switch (outcome) {
            case UNKNOWN -> throw new RefusalException(ApiRefusal.NOT_FOUND);
            case REDIS_AWAY -> throw new RefusalException(PurchaseRefusal.BUSY);
            case PLACED,
                    REJECTED,
                    GIVEN_UP,
                    RELEASED,
                    QUEUED_AGAIN,
                    WAITS,
                    CLOSED,
                    PAID,
                    STILL_CLOSING,
                    NOTHING_TO_DO -> outcome.name();
        };
    }

    /**
     * How it is sent again.
     *
     * @param afterSeconds how long it waits before that, at most a day
     * @param reason in words, for the audit log
     */
    @Schema(name = "ArchiveRetry")
    record Retry(
            @Nullable @PositiveOrZero @Max(86_400) @Schema(example = "60")
            Integer afterSeconds,

            @Nullable @Size(max = 200) @Schema(example = "The database is back")
            String reason) {}

    /** What was decided. */
    @Schema(name = "ArchiveDecided")
    record Decided(@Schema(example = "RETRIED") String outcome) {}

    /**
     * What was done.
     *
     * @param outcome RETRIED, or what came of resolving the purchase
     * @param archiveId the dead task that was sent again, if there was one
     */
    @Schema(name = "OrderReprocessed")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record Reprocessed(
            @Schema(example = "RETRIED") String outcome,
            @Schema(example = "708540021337") String orderId,
            @Schema(example = "4711") Optional<String> archiveId) {}
}
