package stampede.books;

import com.google.common.collect.Lists;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.order.Orders;
import stampede.order.Placement;
import stampede.stock.KeptUnits;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.StockCounter;
import stampede.stock.StockInspection;
import stampede.stock.StockLoading;

/**
 * Compares the counter with the database while selling goes on, and puts the counter right: the way back after Redis lost
 * its last writes. Page by page, so that neither side is kept busy.
 */
@Component
class Audit {

    private static final Logger log = LoggerFactory.getLogger(Audit.class);
    private static final int PAGE = 500;

    private final StockInspection inspection;
    private final StockCounter counter;
    private final StockLoading loading;
    private final Orders orders;
    private final Rulings rulings;
    private final Placement placement;
    private final Drift drift;

    Audit(
            StockInspection inspection,
            StockCounter counter,
            StockLoading loading,
            Orders orders,
            Rulings rulings,
            Placement placement,
            Drift drift) {
        this.inspection = inspection;
        this.counter = counter;
        this.loading = loading;
        this.orders = orders;
        this.rulings = rulings;
        this.placement = placement;
        this.drift = drift;
    }

    /** Puts the counter of an offer right, if Redis knows it. What waits for its order is left to the sweeper. */
    void audit(OfferId offer) {
        var before = drift.balance(offer);
        if (before.isEmpty()) {
            drift.forget(offer);
            return;
        }
        var kept = new LinkedHashMap<ReservationId, KeptUnits>();
        inspection.forEachPage(
                offer,
                page -> page.forEach(units -> kept.put(units.reservation().id(), units)));
        drift.measure(offer, before, kept.values());
        var settled = kept.values().stream()
                .filter(KeptUnits::settled)
                .map(KeptUnits::reservation)
                .toList();
        Lists.partition(settled, PAGE).forEach(page -> releaseClosed(offer, page));
        settleHeld(offer, settled.stream().map(Reservation::id).collect(Collectors.toSet()));
        loading.align(offer);
    }

    /** Tells the counter of every order that holds units of the offer, except of these. */
    void settleHeld(OfferId offer, Set<ReservationId> known) {
        var after = 0L;
        List<Reservation> held;
        do {
            held = orders.held(offer, after, PAGE);
            counter.settle(held.stream()
                    .filter(reservation -> !known.contains(reservation.id()))
                    .toList());
            after = held.isEmpty() ? after : held.get(held.size() - 1).id().value();
        } while (held.size() == PAGE);
    }

    /** A settled reservation without a row means that the database lost it; a tombstone keeps it from coming back. */
    private void releaseClosed(OfferId offer, Collection<Reservation> settled) {
        var ruling = rulings.on(settled);
        counter.release(ruling.over());
        for (var lost : ruling.unknown()) {
            log.error("Offer {}: order {} is settled in Redis but unknown to the database", offer, lost.id());
            if (placement.abandon(lost)) {
                counter.release(List.of(lost));
            }
        }
    }
}
