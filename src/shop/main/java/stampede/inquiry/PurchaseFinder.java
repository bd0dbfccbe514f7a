package stampede.inquiry;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.counter.CounterReservations;
import stampede.counter.CounterTrace;
import stampede.ids.Ids;
import stampede.order.OrderId;
import stampede.stock.ReservationId;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * Gathers what is known about a purchase of which only the number is at hand. While it has no row, its number tells when it was
 * made, and so which offers it can be of: those that sold then.
 */
@Component
class PurchaseFinder {

    /** How far the clock of the node that made a number may have been off. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final PurchaseRowRepository rows;
    private final DeadOrderMessageFinder dead;
    private final StockLedger ledger;
    private final CounterReservations reservations;

    PurchaseFinder(
            PurchaseRowRepository rows,
            DeadOrderMessageFinder dead,
            StockLedger ledger,
            CounterReservations reservations) {
        this.rows = rows;
        this.dead = dead;
        this.ledger = ledger;
        this.reservations = reservations;
    }

    PurchaseFacts find(OrderId id) {
        var row = rows.find(id);
        var died = dead.of(id);
        var offer = row.map(found -> found.reservation().offer())
                .or(() -> died.map(found -> found.reservation().offer()));
        try {
            var asked = offer.map(List::of).orElseGet(() -> soldAt(madeAt(id)));
            var traces = reservations.traces(new ReservationId(id.value()), asked);
            var trace = traces.stream()
                    .filter(one -> offer.isPresent() || one.knowsIt())
                    .findFirst();
            return new PurchaseFacts(id, row, trace, died, trace.isPresent() || traces.size() == asked.size());
        } catch (DataAccessException noRedis) {
            return new PurchaseFacts(id, row, Optional.<CounterTrace>empty(), died, false);
        }
    }

    private List<OfferId> soldAt(Instant time) {
        return ledger.sales(time.plus(SKEW), time.minus(SKEW)).stream()
                .map(SaleTerms::offer)
                .toList();
    }

    static Instant madeAt(OrderId id) {
        return Instant.ofEpochMilli(Ids.epochMillisOf(id.value()));
    }
}
