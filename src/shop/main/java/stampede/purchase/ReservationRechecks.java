package stampede.purchase;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.counter.StockCounter;
import stampede.stock.Reservation;

/** Tells Redis, in bulk, which reservations are on their way, so that the sweeper does not look after them too early. */
@Component
class ReservationRechecks {

    private final ConcurrentLinkedQueue<Reservation> confirmed = new ConcurrentLinkedQueue<>();
    private final StockCounter stock;
    private final PlaceOrderPublisherProperties properties;

    ReservationRechecks(StockCounter stock, PlaceOrderPublisherProperties properties) {
        this.stock = stock;
        this.properties = properties;
    }

    void add(Reservation reservation) {
        confirmed.add(reservation);
    }

    void recheck() {
        var some = new ArrayList<Reservation>();
        for (var next = confirmed.poll(); next != null; next = confirmed.poll()) {
            some.add(next);
        }
        try {
            some.stream()
                    .collect(groupingBy(Reservation::offer, mapping(Reservation::id, toList())))
                    .forEach((offer, ids) -> stock.recheckIn(offer, ids, properties.recheckIn()));
        } catch (DataAccessException noRedis) {
            // The sweeper looks early and publishes once more, which makes no second order.
        }
    }
}
