package stampede.rehearsal;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import stampede.books.BooksResultRepository;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.draft.SlotCalendarRepository;
import stampede.draft.SlotReadiness;
import stampede.draft.SlotSummary;

/** The points of the readiness list about the slot of the offer that is imitated. */
@Component
class OfferReadiness {

    /** So many offers are named. */
    private static final int NAMED = 3;

    private final Catalog catalog;
    private final SlotCalendarRepository slots;
    private final SlotReadiness readiness;
    private final BooksResultRepository books;

    OfferReadiness(
            Catalog catalog, SlotCalendarRepository slots, SlotReadiness readiness, BooksResultRepository books) {
        this.catalog = catalog;
        this.slots = slots;
        this.readiness = readiness;
        this.books = books;
    }

    Map<ReadinessPoint, Supplier<ReadinessFinding>> questions(OfferId offer) {
        return Map.of(ReadinessPoint.BOOKS, () -> books(slot(offer)), ReadinessPoint.SLOT, () -> slot(slot(offer)));
    }

    private SlotSummary slot(OfferId offer) {
        return catalog.offer(offer).map(Offer::slot).flatMap(slots::find).orElseThrow();
    }

    private ReadinessFinding books(SlotSummary slot) {
        var offers = slots.offers(slot.id(), SlotReadiness.MOST).stream()
                .map(SlotCalendarRepository.SlotOffer::id)
                .toList();
        return finding(
                ReadinessPoint.BOOKS,
                offers.size(),
                books.broken(offers).keySet().stream().map(OfferId::toString).toList());
    }

    private ReadinessFinding slot(SlotSummary slot) {
        var offers = readiness.check(slot);
        return finding(
                ReadinessPoint.SLOT,
                offers.size(),
                offers.stream()
                        .filter(checked -> !checked.problems().isEmpty())
                        .map(checked -> checked.offer().id() + " " + checked.problems())
                        .toList());
    }

    /** Such as {@code offers=12, wrong=1: 708540021337 [NO_PICTURE]}. */
    static ReadinessFinding finding(ReadinessPoint point, int offers, List<String> wrong) {
        var named = wrong.stream().limit(NAMED).collect(Collectors.joining("; "));
        return ReadinessFinding.of(
                point,
                wrong.isEmpty(),
                "offers=" + offers + ", wrong=" + wrong.size() + (wrong.isEmpty() ? "" : ": " + named)
                        + (wrong.size() > NAMED ? "; …" : ""));
    }
}
