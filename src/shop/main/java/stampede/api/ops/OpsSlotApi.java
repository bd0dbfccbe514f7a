package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.draft.DraftRefusal;
import stampede.draft.DraftRefused;
import stampede.draft.OwnSlots;
import stampede.draft.SlotCalendarRepository;
import stampede.draft.SlotProblem;
import stampede.draft.SlotReadiness;
import stampede.draft.SlotSummary;
import stampede.refusal.RefusalException;

/** Slots as who fills them sees them: what is in them, and whether they are ready to open. */
@RestController
@RequestMapping("/api/ops/slots")
@Tag(name = "Operations")
class OpsSlotApi {

    private static final int MOST = 200;
    private static final Duration LONGEST = Duration.ofDays(60);
    private static final Instant FURTHEST = Instant.parse("9000-01-01T00:00:00Z");

    private final SlotCalendarRepository slots;
    private final SlotReadiness readiness;
    private final OwnSlots own;
    private final Clock clock;

    OpsSlotApi(SlotCalendarRepository slots, SlotReadiness readiness, OwnSlots own, Clock clock) {
        this.slots = slots;
        this.readiness = readiness;
        this.own = own;
        this.clock = clock;
    }

    @Operation(summary = "Slots that open within 60 days from a moment on, earliest first, 200 at a time (operators)")
    @Needs(Duty.SEE)
    @GetMapping
    List<PlannedSlot> slots(
            @CurrentAccount SignedIn account,
            @RequestParam
                    @Parameter(
                            description = "Opens then or later; now, if nothing is said",
                            example = "2026-11-24T00:00:00Z")
                    Optional<Instant> from) {
        var first = from.filter(moment -> moment.isAfter(Instant.EPOCH) && moment.isBefore(FURTHEST))
                .orElseGet(clock::instant);
        return slots.opening(first, first.plus(LONGEST), MOST).stream()
                .map(PlannedSlot::of)
                .toList();
    }

    @Operation(summary = "A slot and its offers, with what is not ready about each (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/{slotId}")
    CheckedSlot slot(@CurrentAccount SignedIn account, @PathVariable SlotId slotId) {
        var found = find(slotId);
        return new CheckedSlot(
                PlannedSlot.of(found),
                readiness.check(found).stream().map(CheckedOffer::of).toList());
    }

    /** A slot with that window is there once: the same again answers the one there is. */
    @Operation(summary = "Make a slot of one's own, of 10 minutes to 24 hours (operators)")
    @ApiResponse(responseCode = "201", description = "It is there, now or since before")
    @Needs(Duty.RUN)
    @PostMapping
    ResponseEntity<PlannedSlot> make(@CurrentAccount SignedIn account, @Valid @RequestBody NewSlot wanted) {
        var slot = own.make(account, wanted.window());
        return ResponseEntity.created(URI.create("/api/ops/slots/" + slot)).body(PlannedSlot.of(find(slot)));
    }

    private SlotSummary find(SlotId slot) {
        return slots.find(slot).orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    /** When a slot shall sell. */
    @Schema(name = "NewSlot")
    record NewSlot(
            @NotNull @Schema(example = "2026-11-24T12:00:00Z")
            Instant opensAt,

            @NotNull @Schema(example = "2026-11-24T14:00:00Z")
            Instant closesAt) {

        SaleWindow window() {
            if (!opensAt.isBefore(closesAt) || opensAt.isBefore(Instant.EPOCH) || closesAt.isAfter(FURTHEST)) {
                throw new DraftRefused(DraftRefusal.BAD_WINDOW);
            }
            return new SaleWindow(opensAt, closesAt);
        }
    }

    /**
     * A slot with what is in it.
     *
     * @param id its id
     * @param opensAt when it opens
     * @param closesAt when it closes
     * @param offers how many
     * @param units of all of them
     * @param warm how many of them have been loaded into Redis
     */
    @Schema(name = "PlannedSlot")
    record PlannedSlot(String id, Instant opensAt, Instant closesAt, int offers, long units, int warm) {

        static PlannedSlot of(SlotSummary slot) {
            return new PlannedSlot(
                    slot.id().toString(),
                    slot.window().opensAt(),
                    slot.window().closesAt(),
                    slot.offers(),
                    slot.units(),
                    slot.warm());
        }
    }

    /** A slot and its offers. */
    @Schema(name = "CheckedSlot")
    record CheckedSlot(PlannedSlot slot, List<CheckedOffer> offers) {}

    /**
     * An offer of a slot.
     *
     * @param offerId its id
     * @param productName the product's name
     * @param priceFen the flash price of one unit, in fen
     * @param units how many may be sold
     * @param problems what is not ready; none if it is
     */
    @Schema(name = "CheckedOffer")
    record CheckedOffer(String offerId, String productName, long priceFen, int units, List<SlotProblem> problems) {

        static CheckedOffer of(SlotReadiness.Checked checked) {
            var offer = checked.offer();
            return new CheckedOffer(
                    offer.id().toString(), offer.name(), offer.price().fen(), offer.units(), checked.problems());
        }
    }
}
