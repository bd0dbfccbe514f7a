package stampede.api.ops;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.ListAnswer;
import stampede.api.ListParameters;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationLine;
import stampede.compensation.CompensationOutcome;
import stampede.compensation.CompensationRepository;
import stampede.listing.ListSpec;
import stampede.site.ShopTimes;

/** What the shop undid and repaired, by itself and by hand. */
@RestController
@Tag(name = "Operations")
class OpsCompensationApi {

    private static final ListSpec LIST = CompensationRepository.list("/api/ops/compensations");

    private final CompensationRepository lines;
    private final ListParameters parameters;
    private final ShopTimes times;

    OpsCompensationApi(CompensationRepository lines, ListParameters parameters, ShopTimes times) {
        this.lines = lines;
        this.parameters = parameters;
        this.times = times;
    }

    @Operation(summary = "What was undone and repaired, newest first, as the console's page (operators)")
    @Parameter(in = ParameterIn.QUERY, name = "kind", description = "Exactly", example = "ARCHIVED")
    @Parameter(in = ParameterIn.QUERY, name = "outcome", description = "OK, RETRYING or FAILED", example = "FAILED")
    @Parameter(in = ParameterIn.QUERY, name = "order", description = "Of this order", example = "708540021337000001")
    @Parameter(in = ParameterIn.QUERY, name = "offer", description = "Of this offer", example = "708540021337000002")
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
    @GetMapping("/api/ops/compensations")
    ListAnswer<CompensationView> compensations(
            @CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return ListAnswer.of(lines.page(parameters.read(LIST, request)), CompensationView::of);
    }

    @Operation(
            summary =
                    "How much of it came to a good end, of the last seven days unless from and to say otherwise (operators)")
    @Parameter(in = ParameterIn.QUERY, name = "kind", description = "Exactly", example = "REFUND_TRIED")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "from",
            description = "Then or later, in the shop's time",
            example = "2026-11-23T20:00")
    @Parameter(in = ParameterIn.QUERY, name = "to", description = "Before", example = "2026-11-24T00:00")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/compensations/rate")
    RateView rate(@CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return RateView.of(lines.rate(parameters.read(LIST, request), times.now()));
    }

    /**
     * A line of the log.
     *
     * @param at when
     * @param kind what was done
     * @param outcome what came of it
     * @param orderId of which order, if of one
     * @param offerId of which offer, if of one
     * @param task the name of the task, if it was one
     * @param taskId its id
     * @param attempt which of its attempts ended, from 1
     * @param waitMs until the next try, in milliseconds
     * @param cause why, in a few words
     * @param detail the rest
     * @param units how many
     * @param amountFen how much money, in fen
     * @param who did it
     * @param node where
     * @param trace of the request or task
     */
    @Schema(name = "Compensation")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CompensationView(
            Instant at,
            CompensationKind kind,
            CompensationOutcome outcome,

            @Schema(example = "708540021337000001") @Nullable
            String orderId,

            @Schema(example = "708540021337000002") @Nullable
            String offerId,

            @Schema(example = "order.place") @Nullable String task,
            @Nullable String taskId,
            @Schema(example = "3") @Nullable Integer attempt,
            @Schema(example = "30000") @Nullable Long waitMs,

            @Schema(example = "CannotGetJdbcConnectionException: Failed to obtain JDBC Connection")
            String cause,

            String detail,
            @Schema(example = "1") @Nullable Integer units,
            @Schema(example = "95940") @Nullable Long amountFen,
            @Schema(example = "worker") String who,
            String node,
            @Nullable String trace) {

        static CompensationView of(CompensationLine line) {
            var of = line.of();
            return new CompensationView(
                    line.at(),
                    of.kind(),
                    of.outcome(),
                    text(of.order()),
                    text(of.offer()),
                    of.task(),
                    of.taskId(),
                    of.attempt(),
                    of.waitMs(),
                    of.cause(),
                    of.detail(),
                    of.units(),
                    of.fen(),
                    of.who(),
                    line.node(),
                    of.trace());
        }

        private static @Nullable String text(@Nullable Long id) {
            return id == null ? null : id.toString();
        }
    }

    /**
     * How much came to a good end.
     *
     * @param from since when
     * @param to until when
     * @param good lines that say OK
     * @param failed lines that say FAILED
     * @param percent good ones of both, in parts of a hundred
     */
    @Schema(name = "CompensationRate")
    record RateView(
            Instant from,
            Instant to,
            @Schema(example = "998") long good,
            @Schema(example = "2") long failed,
            @Schema(example = "99.8") double percent) {

        static RateView of(CompensationRepository.SuccessRate rate) {
            return new RateView(rate.from(), rate.to(), rate.good(), rate.failed(), rate.percent());
        }
    }
}
