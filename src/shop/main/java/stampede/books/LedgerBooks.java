package stampede.books;

import java.time.Instant;
import java.util.List;

/**
 * The database's side of an offer's books.
 *
 * @param total how many units there are in all
 * @param available units that no order holds
 * @param epoch under which the counter was rebuilt last; 0 before the first time
 * @param closesAt when its sale ends
 * @param held the orders that hold units
 * @param lastMove when units last moved, or an order was refused
 * @param findings the rules D1 to D12
 * @param atRest the rules Q4 and Q5
 */
record LedgerBooks(
        int total,
        int available,
        long epoch,
        Instant closesAt,
        Held held,
        Instant lastMove,
        List<RuleFinding> findings,
        List<RuleFinding> atRest) {

    boolean opened() {
        return epoch > 0;
    }

    /**
     * The orders that hold units: eight bytes for each, because a sale can have millions.
     *
     * @param orders their numbers, in order
     * @param units how many they hold together
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Held(long[] orders, int units) {}
}
