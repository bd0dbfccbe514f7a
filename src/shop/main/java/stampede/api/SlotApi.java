package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.api.problem.ApiRefusal;
import stampede.catalog.Catalog;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;
import stampede.refusal.RefusalException;

/** Slots and what sells in them. */
@RestController
@Tag(name = "Catalogue")
class SlotApi {

    private final Catalog catalog;
    private final OfferViews offers;
    private final Clock clock;

    SlotApi(Catalog catalog, OfferViews offers, Clock clock) {
        this.catalog = catalog;
        this.offers = offers;
        this.clock = clock;
    }

    /** The slots of a day in the shop's zone, earliest first; of today without a date. */
    @Operation(summary = "The slots of a day in the shop's zone, earliest first; of today without a date")
    @GetMapping("/api/v1/slots")
    PageView<SlotView> slots(@RequestParam Optional<DayParameter> date, @Valid @ParameterObject PageView.Query query) {
        var now = clock.instant();
        var day = date.map(DayParameter::date).orElseGet(() -> LocalDate.ofInstant(now, catalog.zone()));
        return PageView.of(catalog.slots(day), query, slot -> SlotView.of(slot, now));
    }

    /** The offers of a slot in the order in which the shop shows them. */
    @Operation(summary = "The offers of a slot")
    @GetMapping("/api/v1/slots/{slotId}/offers")
    PageView<OfferView> offers(@PathVariable SlotId slotId, @Valid @ParameterObject PageView.Query query) {
        var slot = catalog.slot(slotId).orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
        return offers.of(catalog.offers(slot.id()), query);
    }

    /**
     * A slot as the JSON API shows it.
     *
     * @param id its id
     * @param opensAt the first instant in which it sells
     * @param closesAt the first instant in which it sells no more
     * @param status where it stands now
     */
    record SlotView(String id, Instant opensAt, Instant closesAt, SaleWindow.Phase status) {

        static SlotView of(Slot slot, Instant now) {
            var window = slot.window();
            return new SlotView(slot.id().toString(), window.opensAt(), window.closesAt(), window.phaseAt(now));
        }
    }
}
