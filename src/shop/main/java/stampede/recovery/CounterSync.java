package stampede.recovery;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.counter.CounterLoader;
import stampede.counter.CounterReservations;
import stampede.counter.StockCounter;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.order.ReservationAbandonment;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/**
 * Compares the counter with the database while selling goes on, and puts the counter right: the way back after Redis lost
 * its last writes. Page by page, so that neither side is kept busy.
 */
@Component
public class CounterSync {

    private static final Logger log = LoggerFactory.getLogger(CounterSync.class);
    private static final int PAGE = 500;

    private final CounterReservations reservations;
    private final StockCounter counter;
    private final CounterLoader loading;
    private final Orders orders;
    private final ReservationStates states;
    private final ReservationAbandonment abandonment;
    private final CounterDrift drift;
    private final ApplicationEventPublisher events;

    public CounterSync(
            CounterReservations reservations,
            StockCounter counter,
            CounterLoader loading,
            Orders orders,
            ReservationStates states,
            ReservationAbandonment abandonment,
            CounterDrift drift,
            ApplicationEventPublisher events) {
        this.reservations = reservations;
        this.counter = counter;
        this.loading = loading;
        this.orders = orders;
        this.states = states;
        this.abandonment = abandonment;
        this.drift = drift;
        this.events = events;
    }

    /** Puts the counter of an offer right, if Redis knows it. What is reserved is left to the sweeper. */
    public void audit(OfferId offer) {
        var before = drift.balance(offer);
        if (before.isEmpty()) {
            drift.forget(offer);
            return;
        }
        var held = held(offer);
        var reserved = new HashMap<ReservationId, Integer>();
        var strange = new ArrayList<Reservation>();
        reservations.forEachPage(
                offer,
                page -> page.forEach(units -> {
                    var reservation = units.reservation();
                    if (!units.settled()) {
                        reserved.put(reservation.id(), reservation.units());
                        return;
                    }
                    reserved.remove(reservation.id());
                    if (!held.remove(reservation.id().value())) {
                        strange.add(reservation);
                    }
                }));
        drift.measure(
                offer,
                before,
                reserved.values().stream().mapToInt(Integer::intValue).sum());
        Lists.partition(strange, PAGE).forEach(page -> releaseClosed(offer, page));
        Lists.partition(held.stream().map(OrderId::new).toList(), PAGE).forEach(this::adopt);
        loading.align(offer);
    }

    private void adopt(List<OrderId> page) {
        var missing = orders.held(page);
        counter.settle(missing);
        write(CompensationKind.ADOPTED, missing);
    }

    /** Tells the counter of every order that holds units of the offer. */
    public void settleHeld(OfferId offer) {
        forEachHeld(offer, page -> counter.settle(orders.held(page)));
    }

    /** By number, because a large sale has very many. */
    private Set<Long> held(OfferId offer) {
        var held = new HashSet<Long>();
        forEachHeld(offer, page -> page.forEach(order -> held.add(order.value())));
        return held;
    }

    private void forEachHeld(OfferId offer, Consumer<List<OrderId>> each) {
        var after = 0L;
        List<OrderId> page;
        do {
            page = orders.held(offer, after, PAGE);
            each.accept(page);
            after = page.isEmpty() ? after : page.get(page.size() - 1).value();
        } while (page.size() == PAGE);
    }

    /** A settled reservation without a row means that the database lost it; a tombstone keeps it from coming back. */
    private void releaseClosed(OfferId offer, Collection<Reservation> settled) {
        var ruling = states.on(settled);
        counter.release(ruling.over());
        write(CompensationKind.RELEASED, ruling.over());
        for (var lost : ruling.unknown()) {
            log.atError()
                    .addKeyValue("offer", offer)
                    .addKeyValue("order", lost.id())
                    .log("Offer {}: order {} is settled in Redis but unknown to the database", offer, lost.id());
            if (abandonment.abandon(lost)) {
                counter.release(List.of(lost));
                write(CompensationKind.ABANDONED, List.of(lost));
            }
        }
    }

    private void write(CompensationKind kind, Collection<Reservation> reservations) {
        reservations.forEach(reservation -> events.publishEvent(Compensation.of(kind, CompensationOutcome.OK, "audit")
                .of(reservation)
                .build()));
    }
}
