package stampede.room;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.OptionalInt;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;

/**
 * What people in a room can still hope for. The counter says what is left; where that is nothing the database says what may come back, and
 * is asked once in three seconds.
 */
@Component
class RoomUnits {

    private static final Duration KEPT = Duration.ofSeconds(3);
    private static final int MOST = 1_000;
    private static final int NOT_KNOWN = -1;

    private final LiveStock stock;
    private final RoomRepository rooms;
    private final Cache<OfferId, Integer> unpaid =
            Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(KEPT).build();

    RoomUnits(LiveStock stock, RoomRepository rooms) {
        this.stock = stock;
        this.rooms = rooms;
    }

    Seen of(OfferId offer) {
        var view = stock.of(offer);
        if (view.gate() == StockView.Gate.COLD || view.gate() == StockView.Gate.WARMING) {
            return Seen.NOTHING;
        }
        if (view.left() > 0) {
            unpaid.invalidate(offer);
            return new Seen(view.left(), NOT_KNOWN);
        }
        return new Seen(0, unpaid(offer));
    }

    private int unpaid(OfferId offer) {
        try {
            return unpaid.get(offer, rooms::unpaidUnits);
        } catch (DataAccessException away) {
            return NOT_KNOWN;
        }
    }

    /**
     * The units of an offer, as they were seen.
     *
     * @param left that nobody has, -1 if that is not known
     * @param unpaid while none is left: those that nobody has paid yet, so that they may come back; -1 if that is not known
     */
    record Seen(int left, int unpaid) {

        /** Nobody knows. */
        static final Seen NOTHING = new Seen(NOT_KNOWN, NOT_KNOWN);

        /** Whether all are sold and paid: nothing is left that could come back. */
        boolean isSoldOut() {
            return left == 0 && unpaid == 0;
        }

        OptionalInt knownLeft() {
            return left < 0 ? OptionalInt.empty() : OptionalInt.of(left);
        }

        OptionalInt knownUnpaid() {
            return unpaid < 0 ? OptionalInt.empty() : OptionalInt.of(unpaid);
        }
    }
}
