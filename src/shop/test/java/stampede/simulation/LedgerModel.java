package stampede.simulation;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import stampede.catalog.OfferKind;
import stampede.order.OrderStatus;
import stampede.stock.Reservation;

/** What the database of one offer has to be: a set of rows, and sums over it where the tables keep counts. */
final class LedgerModel {

    private int limit;
    private int perAddress;
    private final OrderStatus born;
    private Map<Long, Row> rows = new TreeMap<>();
    private int total;

    LedgerModel(OfferKind kind, int total, int limit) {
        this.total = total;
        this.limit = limit;
        this.born = kind == OfferKind.COUPON ? OrderStatus.FINISHED : OrderStatus.AWAITING_PAYMENT;
    }

    int total() {
        return total;
    }

    int held() {
        return rows.values().stream().filter(Row::holds).mapToInt(Row::units).sum();
    }

    int available() {
        return total - held();
    }

    Map<Long, Row> rows() {
        return rows;
    }

    void become(Map<Long, Row> now) {
        rows = new TreeMap<>(now);
    }

    void changeTotal(int to) {
        total = to;
    }

    int limit() {
        return limit;
    }

    void changeLimit(int to) {
        limit = to;
    }

    int perAddress() {
        return perAddress;
    }

    /** Those of coupons are not limited. */
    void limitAddresses(int to) {
        perAddress = to;
    }

    /** Where a shopper lives: one of two addresses. */
    static long addressOf(long shopper) {
        return shopper % 2;
    }

    /**
     * The rows after these came together: first the limits in their order, then the units in their order.
     *
     * @param mispriced those of them that were promised another price than the ledger's
     */
    Map<Long, Row> placed(List<Reservation> batch, Set<Long> mispriced) {
        var within = new HashSet<Long>();
        var fresh = new LinkedHashMap<Long, Reservation>();
        batch.stream()
                .filter(reservation -> !rows.containsKey(reservation.id().value()))
                .forEach(reservation -> fresh.putIfAbsent(reservation.id().value(), reservation));
        var used = new LinkedHashMap<Long, Integer>();
        rows.values().stream().filter(Row::holds).forEach(row -> used.merge(row.shopper(), row.units(), Integer::sum));
        fresh.forEach((id, reservation) -> {
            var shopper = reservation.shopper().value();
            if (!mispriced.contains(id) && used.getOrDefault(shopper, 0) + reservation.units() <= limit) {
                used.merge(shopper, reservation.units(), Integer::sum);
                within.add(id);
            }
        });
        if (perAddress > 0 && born == OrderStatus.AWAITING_PAYMENT) {
            keepWithinAddresses(within, fresh.values());
        }
        var after = new TreeMap<>(rows);
        var available = available();
        for (var reservation : fresh.values()) {
            var id = reservation.id().value();
            var taken = within.contains(id) && reservation.units() <= available;
            available -= taken ? reservation.units() : 0;
            after.put(
                    id,
                    new Row(
                            reservation.shopper().value(),
                            reservation.units(),
                            taken ? born : OrderStatus.REJECTED,
                            taken));
        }
        return after;
    }

    private void keepWithinAddresses(Set<Long> within, Collection<Reservation> fresh) {
        var used = new LinkedHashMap<Long, Integer>();
        rows.values().stream()
                .filter(Row::holds)
                .forEach(row -> used.merge(addressOf(row.shopper()), row.units(), Integer::sum));
        for (var reservation : fresh) {
            var address = addressOf(reservation.shopper().value());
            if (within.contains(reservation.id().value())) {
                if (used.getOrDefault(address, 0) + reservation.units() <= perAddress) {
                    used.merge(address, reservation.units(), Integer::sum);
                } else {
                    within.remove(reservation.id().value());
                }
            }
        }
    }

    /** The rows after these were given up. */
    Map<Long, Row> abandoned(Collection<Reservation> reservations) {
        var after = new TreeMap<>(rows);
        reservations.forEach(reservation -> after.putIfAbsent(
                reservation.id().value(),
                new Row(reservation.shopper().value(), reservation.units(), OrderStatus.ABANDONED, false)));
        return after;
    }

    Map<Long, Row> moved(long id, OrderStatus to) {
        var after = new TreeMap<>(rows);
        after.computeIfPresent(id, (same, row) -> new Row(row.shopper(), row.units(), to, row.holds()));
        return after;
    }

    Map<Long, Row> closed(long id) {
        return unitsBackIn(moved(id, OrderStatus.CLOSED), id);
    }

    Map<Long, Row> unitsBack(long id) {
        return unitsBackIn(new TreeMap<>(rows), id);
    }

    private static Map<Long, Row> unitsBackIn(Map<Long, Row> after, long id) {
        after.computeIfPresent(id, (same, row) -> new Row(row.shopper(), row.units(), row.status(), false));
        return after;
    }

    /** An order or a tombstone. */
    record Row(long shopper, int units, OrderStatus status, boolean holds) {}
}
