package stampede.recovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.stock.Reservation;

/** Asks the database what became of reservations. Nothing goes back to the counter without its word. */
@Component
public class ReservationStates {

    private final Orders orders;

    public ReservationStates(Orders orders) {
        this.orders = orders;
    }

    /**
     * Sorts reservations by what the database says of them. Looks for rows first and for units second: a reservation that
     * becomes an order in between counts as unknown and is asked about again, never as one that holds nothing.
     */
    public Ruling on(Collection<Reservation> reservations) {
        var known = orders.statuses(
                        reservations.stream().map(ReservationStates::order).toList())
                .keySet();
        var holding = orders.holding(known);
        var ruling = new Ruling(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (var reservation : reservations) {
            if (!known.contains(order(reservation))) {
                ruling.unknown().add(reservation);
            } else if (holding.contains(order(reservation))) {
                ruling.holding().add(reservation);
            } else {
                ruling.over().add(reservation);
            }
        }
        return ruling;
    }

    private static OrderId order(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }

    /**
     * What the database says.
     *
     * @param holding orders hold their units
     * @param over their rows hold no units, and never will again
     * @param unknown there is no row, so there may still be an order
     */
    public record Ruling(List<Reservation> holding, List<Reservation> over, List<Reservation> unknown) {}
}
