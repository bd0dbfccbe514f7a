package stampede.counter;

import java.util.List;
import java.util.Set;

/**
 * The counter's books of one offer, as they are at one moment.
 *
 * @param view as pages see it
 * @param left units that nobody has; below zero after the database sold units that Redis had lost
 * @param findings what does not agree; empty if all is well
 * @param kept every reservation that can be read
 * @param outOfPlace some 20,000 at most; names that are in line for a check and should not be, or are not and should; and those whose idempotency key
 *     does not lead to them
 */
public record CounterSnapshot(
        StockView view, int left, List<CounterFinding> findings, Kept kept, Set<String> outOfPlace) {

    /** Whether nothing is wrong but what follows from the reservations, so that it can be put right from them. */
    public boolean followsFromReservations() {
        return findings.stream()
                .map(CounterFinding::rule)
                .allMatch(rule -> rule == CounterFinding.Rule.LINE || rule == CounterFinding.Rule.KEYS);
    }

    /** Reservations that are shown one after the other, because there may be a million. */
    @FunctionalInterface
    public interface Kept {

        /** Shows each, in no order. */
        void forEach(Reader reader);
    }

    /** Is shown reservations. */
    @FunctionalInterface
    public interface Reader {

        /**
         * Is shown one.
         *
         * @param reservation its number, which is its order's too
         * @param units how many it keeps
         * @param settled whether an order holds them; otherwise it is reserved
         */
        void read(long reservation, int units, boolean settled);
    }
}
