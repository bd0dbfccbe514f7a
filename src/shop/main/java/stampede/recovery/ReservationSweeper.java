package stampede.recovery;

import static stampede.task.SendOption.id;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.counter.DetailedReservation;
import stampede.counter.StockCounter;
import stampede.order.OrderDetail;
import stampede.order.PlaceOrderMessages;
import stampede.order.ReservationAbandonment;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * Ends every reservation: what has an order is settled, what can never have one is released, and what has none
 * yet is queued again until it is too old. Any number of sweepers may run; a claim keeps them apart.
 *
 * <p>If the database does not answer, that throws, and everything stays as it is: no units go back without its word.
 */
@Component
public class ReservationSweeper {

    private static final Logger log = LoggerFactory.getLogger(ReservationSweeper.class);
    private static final int MOST_AT_ONCE = 200;
    private static final long CONFIRM_SECONDS = 5;

    private final StockCounter counter;
    private final ReservationStates states;
    private final ReservationAbandonment abandonment;
    private final PlaceOrderMessages messages;
    private final Tasks tasks;
    private final RecoveryProperties properties;
    private final Clock clock;
    private final SweepOutcomes outcomes;

    public ReservationSweeper(
            StockCounter counter,
            ReservationStates states,
            ReservationAbandonment abandonment,
            PlaceOrderMessages messages,
            Tasks tasks,
            RecoveryProperties properties,
            Clock clock,
            SweepOutcomes outcomes) {
        this.counter = counter;
        this.states = states;
        this.abandonment = abandonment;
        this.messages = messages;
        this.tasks = tasks;
        this.properties = properties;
        this.clock = clock;
        this.outcomes = outcomes;
    }

    /** Looks at all reservations of the offer whose check is due. */
    public void sweep(OfferId offer) {
        List<DetailedReservation> claimed;
        do {
            claimed = counter.claim(offer, MOST_AT_ONCE, properties.claimLease());
            if (!claimed.isEmpty()) {
                resolve(offer, claimed);
            }
        } while (claimed.size() == MOST_AT_ONCE);
    }

    /** Settles, releases, queues again or gives up each of these. Two sweepers that do it at once come to the same. */
    public void resolve(OfferId offer, List<DetailedReservation> claimed) {
        var ruling =
                states.on(claimed.stream().map(DetailedReservation::reservation).toList());
        tell(ruling);
        var byAge = ruling.unknown().stream().collect(Collectors.partitioningBy(this::tooOld));
        abandon(byAge.getOrDefault(true, List.of()));
        queueAgain(offer, claimed, byAge.getOrDefault(false, List.of()));
    }

    /** The same for those of which Redis may know nothing any more, but for queueing them again. */
    public void resolve(Collection<Reservation> reservations) {
        var ruling = states.on(reservations);
        tell(ruling);
        abandon(ruling.unknown().stream().filter(this::tooOld).toList());
    }

    private void tell(ReservationStates.Ruling ruling) {
        counter.settle(ruling.holding());
        counter.release(ruling.over());
        outcomes.noteTold(ruling);
    }

    private boolean tooOld(Reservation reservation) {
        return reservation.reservedAt().isBefore(clock.instant().minus(properties.abandonAfter()));
    }

    /** A tombstone first: only then is it certain that the message cannot come after all. */
    private void abandon(Collection<Reservation> reservations) {
        var gone = reservations.stream().filter(abandonment::abandon).toList();
        counter.release(gone);
        outcomes.countAbandoned(gone);
        var decidedMeanwhile = new ArrayList<>(reservations);
        decidedMeanwhile.removeAll(gone);
        if (!decidedMeanwhile.isEmpty()) {
            tell(states.on(decidedMeanwhile));
        }
    }

    private void queueAgain(OfferId offer, List<DetailedReservation> claimed, Collection<Reservation> reservations) {
        var byReservation =
                claimed.stream().collect(Collectors.toMap(DetailedReservation::reservation, Function.identity()));
        var sent = new LinkedHashMap<ReservationId, CompletableFuture<Delivery>>();
        for (var reservation : reservations) {
            var reserved = byReservation.get(reservation);
            if (reserved != null) {
                queueAgain(reserved, sent);
            }
        }
        var confirmed = sent.keySet().stream()
                .filter(reservation -> delivery(sent, reservation) == Delivery.CONFIRMED)
                .toList();
        outcomes.countQueuedAgain(reservations.stream()
                .filter(reservation -> confirmed.contains(reservation.id()))
                .toList());
        if (!confirmed.isEmpty()) {
            counter.recheckIn(offer, confirmed, properties.recheckAfter());
        }
    }

    /** What cannot be read cannot be queued; it is given up when it is old enough. */
    private void queueAgain(DetailedReservation reserved, Map<ReservationId, CompletableFuture<Delivery>> sent) {
        var reservation = reserved.reservation();
        try {
            sent.put(
                    reservation.id(),
                    tasks.publish(
                                    messages.of(reservation, OrderDetail.of(reserved.detail())),
                                    id(new TaskId(reservation.id().toString())))
                            .completeOnTimeout(Delivery.UNKNOWN, CONFIRM_SECONDS, TimeUnit.SECONDS));
        } catch (IllegalArgumentException unreadable) {
            log.atWarn()
                    .addKeyValue("order", reservation.id())
                    .log("Reservation {} cannot be queued again: {}", reservation.id(), unreadable.getMessage());
        }
    }

    private static Delivery delivery(Map<ReservationId, CompletableFuture<Delivery>> sent, ReservationId reservation) {
        var delivery = sent.get(reservation);
        return delivery == null ? Delivery.UNKNOWN : delivery.join();
    }
}
