package stampede.api.ops;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
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
import stampede.catalog.OfferId;
import stampede.refusal.RefusalException;
import stampede.rehearsal.ReadinessFinding;
import stampede.rehearsal.Rehearsal;
import stampede.rehearsal.RehearsalCurve;
import stampede.rehearsal.RehearsalFigure;
import stampede.rehearsal.RehearsalPlan;
import stampede.rehearsal.RehearsalPrediction;
import stampede.rehearsal.RehearsalRefusal;
import stampede.rehearsal.RehearsalReport;
import stampede.rehearsal.RehearsalStep;
import stampede.rehearsal.RehearsalVerdict;
import stampede.rehearsal.Rehearsals;
import stampede.rehearsal.StopReason;

/** Rehearsals: bots play a sale that nobody else can see. */
@RestController
@Tag(name = "Operations")
class OpsRehearsalApi {

    private static final String PATH = "/api/ops/rehearsals";

    private final Rehearsals rehearsals;

    OpsRehearsalApi(Rehearsals rehearsals) {
        this.rehearsals = rehearsals;
    }

    @Operation(summary = "Have bots play the sale of an offer (operators)")
    @ApiResponse(responseCode = "202", description = "A worker begins it; ask how it stands")
    @ApiResponse(responseCode = "404", description = "NOTHING_TO_REHEARSE: no such offer, or a coupon")
    @ApiResponse(
            responseCode = "409",
            description = "REHEARSAL_RUNS: one is under way; SALE_TOO_NEAR: a sale is open, or opens within 15 minutes")
    @Needs(Duty.RUN)
    @PostMapping(PATH)
    ResponseEntity<RehearsalView> ask(@CurrentAccount SignedIn account, @Valid @RequestBody NewRehearsal wanted) {
        var id = rehearsals.ask(account, wanted.plan(rehearsals));
        return ResponseEntity.accepted().location(URI.create(PATH + "/" + id)).body(view(id));
    }

    @Operation(summary = "The newest hundred rehearsals (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH)
    List<RehearsalView> all(@CurrentAccount SignedIn account) {
        return rehearsals.newest().stream().map(RehearsalView::of).toList();
    }

    @Operation(summary = "One rehearsal, with what it measured and what that comes to (operators)")
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{rehearsalId}")
    RehearsalView one(@CurrentAccount SignedIn account, @PathVariable long rehearsalId) {
        return view(rehearsalId);
    }

    @Operation(summary = "Stop a rehearsal (operators)")
    @ApiResponse(responseCode = "202", description = "It stops within seconds")
    @ApiResponse(responseCode = "409", description = "REHEARSAL_OVER: it has ended")
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{rehearsalId}/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    RehearsalView stop(@CurrentAccount SignedIn account, @PathVariable long rehearsalId) {
        rehearsals.stop(account, rehearsalId);
        return view(rehearsalId);
    }

    private RehearsalView view(long id) {
        return rehearsals
                .find(id)
                .map(RehearsalView::of)
                .orElseThrow(() -> new RefusalException(RehearsalRefusal.NO_SUCH_REHEARSAL));
    }

    /**
     * What shall be played.
     *
     * @param offerId whose units, limit and price are imitated
     * @param shoppers how many bots
     * @param presses how often each of them presses, 1 unless said
     * @param curve how the presses are spread, AT_ONCE unless said
     * @param units how many units there are, as many as the offer has unless said
     * @param sellOutSeconds in which time all that can be sold shall be sold, 30 unless said
     * @param beside whether it may run although a sale is open or opens soon
     */
    @Schema(name = "NewRehearsal")
    record NewRehearsal(
            @NotNull @Pattern(regexp = "[1-9][0-9]{0,18}") @Schema(example = "708540021337000001")
            String offerId,

            @NotNull @Min(RehearsalPlan.FEWEST_SHOPPERS) @Max(RehearsalPlan.MOST_SHOPPERS) @Schema(example = "2000")
            Integer shoppers,

            @Nullable @Min(1) @Max(RehearsalPlan.MOST_PRESSES) @Schema(example = "1")
            Integer presses,

            @Nullable RehearsalCurve curve,

            @Nullable @Min(1) @Max(RehearsalPlan.MOST_UNITS) @Schema(example = "500")
            Integer units,

            @Nullable @Min(1) @Max(RehearsalPlan.MOST_SECONDS) @Schema(example = "30")
            Integer sellOutSeconds,

            @Nullable @Schema(example = "false") Boolean beside) {

        RehearsalPlan plan(Rehearsals rehearsals) {
            var offer = rehearsals.offer(OfferId.of(offerId));
            return new RehearsalPlan(
                    offer.id(),
                    shoppers,
                    Optional.ofNullable(presses).orElse(1),
                    Optional.ofNullable(curve).orElse(RehearsalCurve.AT_ONCE),
                    Optional.ofNullable(units).orElse(Math.min(offer.allotment(), RehearsalPlan.MOST_UNITS)),
                    Optional.ofNullable(sellOutSeconds).orElse(RehearsalPlan.USUAL_SECONDS),
                    Optional.ofNullable(beside).orElse(false));
        }
    }

    /**
     * A rehearsal.
     *
     * @param id its number
     * @param offerId the offer that it imitates
     * @param shoppers how many bots
     * @param presses how often each of them presses
     * @param curve how the presses are spread
     * @param units how many units there are
     * @param sellOutSeconds in which time they shall be sold
     * @param who asked for it
     * @param askedAt when it was asked for
     * @param state whether it runs
     * @param step how far it is, or was
     * @param endedAt when it ended
     * @param verdict what it comes to
     * @param stopped why it stopped before its end
     * @param worst the figure that is worst, unless all are as wanted
     * @param figures what was measured
     * @param broken rules of the books that it broke
     * @param cold whether it was the first one since its worker started
     * @param sameMachine whether the bots ran on a machine of the shop
     * @param readiness what was looked at before, the gravest first
     * @param predicted what a sale of as many units comes to, by what was measured
     */
    @Schema(name = "Rehearsal")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record RehearsalView(
            @Schema(example = "708540021337000009") String id,
            @Schema(example = "708540021337000001") String offerId,
            @Schema(example = "2000") int shoppers,
            @Schema(example = "1") int presses,
            RehearsalCurve curve,
            @Schema(example = "500") int units,
            @Schema(example = "30") int sellOutSeconds,
            @Schema(example = "operator:3") String who,
            Instant askedAt,
            Rehearsal.State state,
            RehearsalStep step,
            Optional<Instant> endedAt,
            Optional<RehearsalVerdict> verdict,
            Optional<StopReason> stopped,
            Optional<RehearsalFigure.Name> worst,
            List<RehearsalFigure> figures,
            List<String> broken,
            Optional<Boolean> cold,
            Optional<Boolean> sameMachine,
            List<ReadinessFinding> readiness,
            Optional<RehearsalPrediction> predicted) {

        RehearsalView {
            figures = List.copyOf(figures);
            broken = List.copyOf(broken);
            readiness = List.copyOf(readiness);
        }

        static RehearsalView of(Rehearsal rehearsal) {
            var plan = rehearsal.plan();
            var end = rehearsal.end();
            var report = end.flatMap(Rehearsal.End::report);
            return new RehearsalView(
                    Long.toString(rehearsal.id()),
                    plan.offer().toString(),
                    plan.shoppers(),
                    plan.presses(),
                    plan.curve(),
                    plan.units(),
                    plan.sellOutSeconds(),
                    rehearsal.who(),
                    rehearsal.times().asked(),
                    rehearsal.state(),
                    rehearsal.step(),
                    end.map(Rehearsal.End::at),
                    end.map(Rehearsal.End::verdict),
                    end.flatMap(Rehearsal.End::stop),
                    report.flatMap(RehearsalReport::worst).map(RehearsalFigure::name),
                    report.map(RehearsalReport::figures).orElse(List.of()),
                    report.map(RehearsalReport::broken).orElse(List.of()),
                    report.map(RehearsalReport::cold),
                    report.map(RehearsalReport::sameMachine),
                    report.map(RehearsalReport::readiness).orElse(List.of()),
                    report.flatMap(measured -> RehearsalPrediction.of(plan, measured)));
        }
    }
}
