package stampede.counter;

import java.util.Collection;
import java.util.List;
import stampede.stock.Reservation;

/**
 * Gives units back to the counter after the database has closed or refused their orders; sent in that same transaction.
 *
 * @param reservations whose units
 */
public record ReleaseUnits(List<Kept> reservations) {

    public static ReleaseUnits of(Collection<Reservation> reservations) {
        return new ReleaseUnits(reservations.stream().map(ReleaseUnits::kept).toList());
    }

    private static Kept kept(Reservation reservation) {
        return new Kept(reservation.id().toString(), reservation.offer().toString());
    }

    /**
     * A reservation, named by text because JSON numbers lose digits.
     *
     * @param reservationId the reservation
     * @param offerId its offer
     */
    public record Kept(String reservationId, String offerId) {}
}
