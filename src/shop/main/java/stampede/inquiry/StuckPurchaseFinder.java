package stampede.inquiry;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.counter.CounterReservations;
import stampede.counter.DetailedReservation;
import stampede.inquiry.StuckPurchase.Why;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.stock.Reservation;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/** Finds the purchases that are stuck. It asks the database, the dead tasks and Redis each time, so nothing can be out of date. */
@Component
public class StuckPurchaseFinder {

    private final PurchaseRowRepository rows;
    private final DeadOrderMessageFinder dead;
    private final Orders orders;
    private final StockLedger ledger;
    private final CounterReservations reservations;
    private final InquiryProperties properties;
    private final Clock clock;

    StuckPurchaseFinder(
            PurchaseRowRepository rows,
            DeadOrderMessageFinder dead,
            Orders orders,
            StockLedger ledger,
            CounterReservations reservations,
            InquiryProperties properties,
            Clock clock) {
        this.rows = rows;
        this.dead = dead;
        this.orders = orders;
        this.ledger = ledger;
        this.reservations = reservations;
        this.properties = properties;
        this.clock = clock;
    }

    /** All that are stuck, of each kind so many at most, those first that have been for longest. */
    public Found find(int most) {
        var before = tooLongAgo();
        var stuck = new ArrayList<StuckPurchase>();
        rows.overdue(before, most).forEach(row -> overdue(row, before).ifPresent(stuck::add));
        dead.undecided().stream()
                .limit(most)
                .flatMap(one -> dead(one, before).stream())
                .forEach(stuck::add);
        var redisAnswered = addWaiting(stuck, before, most);
        return new Found(
                stuck.stream()
                        .sorted(Comparator.comparing(StuckPurchase::since)
                                .thenComparing(one -> one.id().value()))
                        .toList(),
                redisAnswered);
    }

    /** The same for one purchase. */
    Optional<StuckPurchase> of(PurchaseFacts facts) {
        var before = tooLongAgo();
        return facts.row()
                .flatMap(row -> overdue(row, before))
                .or(() -> facts.trace()
                        .flatMap(trace -> trace.reserved())
                        .map(DetailedReservation::reservation)
                        .flatMap(
                                reservation -> reserved(reservation, facts.row().isPresent(), before)))
                .or(() -> facts.row().isPresent()
                        ? Optional.empty()
                        : facts.dead()
                                .filter(DeadOrderMessage::waitsForDecision)
                                .flatMap(one -> dead(one, before)));
    }

    /** Only offers that have sold for so long can have such old reservations, so the first minutes of a sale cost nothing. */
    private boolean addWaiting(List<StuckPurchase> stuck, Instant before, int most) {
        var sales = ledger.sales(before, Instant.EPOCH).stream()
                .map(SaleTerms::offer)
                .filter(offer -> !offer.isShadow())
                .toList();
        try {
            var counted = reservations.countReserved(sales);
            var reserved = counted.entrySet().stream()
                    .filter(offer -> offer.getValue() > 0)
                    .map(Map.Entry::getKey)
                    .flatMap(offer -> reservations.reserved(offer, before, most).stream())
                    .limit(most)
                    .map(DetailedReservation::reservation)
                    .toList();
            var known = orders.statuses(
                            reserved.stream().map(StuckPurchaseFinder::order).toList())
                    .keySet();
            var listed = stuck.stream().map(StuckPurchase::id).toList();
            reserved.stream()
                    .filter(reservation -> !listed.contains(order(reservation)))
                    .flatMap(reservation -> reserved(reservation, known.contains(order(reservation)), before).stream())
                    .forEach(stuck::add);
            return counted.keySet().containsAll(sales);
        } catch (DataAccessException noRedis) {
            return false;
        }
    }

    private static Optional<StuckPurchase> overdue(PurchaseRow row, Instant before) {
        if (row.status() == OrderStatus.AWAITING_PAYMENT) {
            return stuck(row.reservation(), Why.UNPAID, row.payBy(), before);
        }
        return row.status() == OrderStatus.CLOSING
                ? stuck(row.reservation(), Why.CLOSING, row.closingAt().orElse(row.payBy()), before)
                : Optional.empty();
    }

    private static Optional<StuckPurchase> reserved(Reservation reservation, boolean decided, Instant before) {
        return stuck(reservation, decided ? Why.NOT_TOLD : Why.UNDECIDED, reservation.reservedAt(), before);
    }

    private static Optional<StuckPurchase> dead(DeadOrderMessage one, Instant before) {
        return stuck(one.reservation(), Why.DEAD, one.at(), before);
    }

    private static Optional<StuckPurchase> stuck(Reservation reservation, Why why, Instant since, Instant before) {
        return since.isBefore(before)
                ? Optional.of(
                        new StuckPurchase(order(reservation), reservation.offer(), reservation.shopper(), why, since))
                : Optional.empty();
    }

    private Instant tooLongAgo() {
        return clock.instant().minus(properties.stuckAfter());
    }

    private static OrderId order(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }

    /**
     * What was found.
     *
     * @param purchases those that are stuck
     * @param redisAnswered whether those without orders could be looked for
     */
    public record Found(List<StuckPurchase> purchases, boolean redisAnswered) {}
}
