package stampede.counter;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongIntHashMap;
import com.carrotsearch.hppc.cursors.LongIntCursor;

/**
 * What the counter has of the reservations of one offer, by their numbers. An offer may have a million, so each takes a line of
 * three numbers and not a dozen objects: between 25 and 45 bytes with the index.
 */
final class CounterReservationTable {

    private static final int FLAG_BITS = 4;
    /** All flags but that of the record itself. */
    private static final int BESIDES_RECORD = Flag.IN_LINE.bit | Flag.RELEASED.bit | Flag.WITHOUT_KEY.bit;

    private final LongIntHashMap lines = new LongIntHashMap();
    private final LongArrayList shoppers = new LongArrayList();
    /** The flags, and above them the units; no units if there is no record. */
    private final IntArrayList states = new IntArrayList();

    /** What may be true of a reservation besides its record. */
    enum Flag {
        SETTLED(1),
        IN_LINE(2),
        RELEASED(4),
        WITHOUT_KEY(8);

        private final int bit;

        Flag(int bit) {
            this.bit = bit;
        }
    }

    /**
     * It has a record.
     *
     * @param units at least one
     */
    void keep(long reservation, long shopper, int units, boolean settled) {
        var line = line(reservation);
        shoppers.set(line, shopper);
        var record = (units << FLAG_BITS) | (settled ? Flag.SETTLED.bit : 0);
        states.set(line, record | (states.get(line) & BESIDES_RECORD));
    }

    /** It has no record any more; what else is true of it stays. */
    void forget(long reservation) {
        if (lines.containsKey(reservation)) {
            var line = lines.get(reservation);
            states.set(line, states.get(line) & BESIDES_RECORD);
        }
    }

    void set(long reservation, Flag flag, boolean is) {
        if (is) {
            var line = line(reservation);
            states.set(line, states.get(line) | flag.bit);
        } else if (lines.containsKey(reservation)) {
            var line = lines.get(reservation);
            states.set(line, states.get(line) & ~flag.bit);
        }
    }

    boolean has(long reservation, Flag flag) {
        return lines.containsKey(reservation) && (states.get(lines.get(reservation)) & flag.bit) != 0;
    }

    /** Shows each of which anything is true, in no order. */
    void forEach(Reader reader) {
        for (LongIntCursor entry : lines) {
            var state = states.get(entry.value);
            if (state != 0) {
                reader.read(entry.key, shoppers.get(entry.value), state >> FLAG_BITS, state);
            }
        }
    }

    /** Whether a state that was shown has this flag. */
    static boolean has(int state, Flag flag) {
        return (state & flag.bit) != 0;
    }

    private int line(long reservation) {
        var at = lines.indexOf(reservation);
        if (lines.indexExists(at)) {
            return lines.indexGet(at);
        }
        lines.indexInsert(at, reservation, states.size());
        shoppers.add(0);
        states.add(0);
        return states.size() - 1;
    }

    /** Is shown a line. */
    interface Reader {

        /**
         * Is shown one.
         *
         * @param shopper of no meaning without units
         * @param units zero if there is no record
         * @param state see {@link #has(int, Flag)}
         */
        void read(long reservation, long shopper, int units, int state);
    }
}
