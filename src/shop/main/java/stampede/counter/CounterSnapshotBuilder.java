package stampede.counter;

import static stampede.counter.CounterFinding.Rule.KEYS;
import static stampede.counter.CounterFinding.Rule.LINE;
import static stampede.counter.CounterFinding.Rule.RELEASED;
import static stampede.counter.CounterFinding.Rule.SHOPPERS;
import static stampede.counter.CounterFinding.Rule.TOTAL;

import com.carrotsearch.hppc.LongLongHashMap;
import com.carrotsearch.hppc.cursors.LongLongCursor;
import com.google.common.primitives.Longs;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import stampede.catalog.OfferId;
import stampede.counter.CounterReservationTable.Flag;

/**
 * What a {@link CounterScan} has read of an offer so far, and what of it breaks a rule. All of it is in memory: some 35 bytes a
 * reservation and as many a shopper, so some 80 MB for the largest offer there can be.
 */
final class CounterSnapshotBuilder {

    private static final int MOST_FINDINGS = 20;
    /** What is beyond is found when these have been put in order. */
    private static final int MOST_OUT_OF_PLACE = 20_000;

    private static final int MOST_UNITS = 1_000_000;

    /** A count that nobody can have, of what cannot be read. */
    private static final int UNREADABLE = Integer.MIN_VALUE;

    private static final int NOT_COUNTED = Integer.MAX_VALUE;

    private final OfferId offer;
    private final CounterReservationTable reservations = new CounterReservationTable();
    private final Set<String> unreadable = new HashSet<>();
    /** Names that are no numbers, which only a hand from outside writes. */
    private final Set<String> strangersInLine = new HashSet<>();

    private final Map<String, Integer> strangersCounted = new HashMap<>();
    /** How many units each shopper is counted with, and in the lower half, once all is read, how many they have. */
    private final LongLongHashMap shoppers = new LongLongHashMap();

    private final Map<CounterFinding.Rule, List<CounterFinding>> findings = new EnumMap<>(CounterFinding.Rule.class);
    private final Set<String> outOfPlace = new HashSet<>();

    CounterSnapshotBuilder(OfferId offer) {
        this.offer = offer;
    }

    /**
     * The record of a reservation; empty if there is none any more.
     *
     * @throws IllegalArgumentException if it has a record and is not named by a number
     */
    void setRecord(String reservation, String record) {
        unreadable.remove(reservation);
        if (CounterRecords.isRecord(record)) {
            var kept = CounterRecords.kept(offer, reservation, record);
            var units = kept.reservation().units();
            if (units > 0 && units <= MOST_UNITS) {
                reservations.keep(
                        kept.reservation().id().value(),
                        kept.reservation().shopper().value(),
                        units,
                        kept.settled());
                return;
            }
        }
        number(reservation).ifPresent(reservations::forget);
        if (!record.isEmpty()) {
            unreadable.add(reservation);
        }
    }

    void setUnits(String shopper, String units) {
        var number = number(shopper);
        if (number.isEmpty()) {
            if (units.isEmpty()) {
                strangersCounted.remove(shopper);
            } else {
                strangersCounted.put(shopper, units(units));
            }
        } else if (units.isEmpty()) {
            shoppers.remove(number.getAsLong());
        } else {
            shoppers.put(number.getAsLong(), both(units(units), 0));
        }
    }

    private static int units(String text) {
        return text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : UNREADABLE;
    }

    void addInLine(String reservation) {
        setInLine(reservation, true);
    }

    void addWithoutKey(String reservation) {
        number(reservation).ifPresent(number -> reservations.set(number, Flag.WITHOUT_KEY, true));
    }

    void setInLine(String reservation, boolean is) {
        var number = number(reservation);
        if (number.isPresent()) {
            reservations.set(number.getAsLong(), Flag.IN_LINE, is);
        } else if (is) {
            strangersInLine.add(reservation);
        } else {
            strangersInLine.remove(reservation);
        }
    }

    void setReleased(String reservation, boolean is) {
        number(reservation).ifPresent(number -> reservations.set(number, Flag.RELEASED, is));
    }

    /** What a name says, if it is one of ours. */
    private static OptionalLong number(String name) {
        var number = Longs.tryParse(name);
        return number == null || number <= 0 || !name.equals(number.toString())
                ? OptionalLong.empty()
                : OptionalLong.of(number);
    }

    /** What all of it says together; to be asked once. */
    CounterSnapshot check(StockView view, int left) {
        unreadable.forEach(reservation -> {
            find(TOTAL, "reservation " + reservation + " has a record that cannot be read");
            number(reservation).ifPresent(number -> findReleased(number, reservations.has(number, Flag.RELEASED)));
        });
        var sums = new Sums();
        reservations.forEach((reservation, shopper, units, state) -> {
            if (units == 0) {
                findStray(reservation, state, sums);
            } else {
                sums.add(units, state);
                countFor(shopper, units);
                findPlace(reservation, state);
                findReleased(reservation, CounterReservationTable.has(state, Flag.RELEASED));
            }
        });
        if (view.total() != left + sums.units) {
            find(TOTAL, "total " + view.total() + " is not left " + left + " and kept " + sums.units);
        }
        findShoppers();
        strangersInLine.forEach(this::displace);
        var inLine = sums.inLine + strangersInLine.size();
        if (inLine != sums.reserved) {
            find(LINE, inLine + " are in line for a check but " + sums.reserved + " are reserved");
        }
        return new CounterSnapshot(
                view,
                left,
                findings.values().stream()
                        .flatMap(List::stream)
                        .limit(MOST_FINDINGS)
                        .toList(),
                this::showKept,
                Set.copyOf(outOfPlace));
    }

    private void showKept(CounterSnapshot.Reader reader) {
        reservations.forEach((reservation, shopper, units, state) -> {
            if (units > 0) {
                reader.read(reservation, units, CounterReservationTable.has(state, Flag.SETTLED));
            }
        });
    }

    /** Nothing is kept under this number. */
    private void findStray(long reservation, int state, Sums sums) {
        if (CounterReservationTable.has(state, Flag.IN_LINE)) {
            sums.inLine++;
            displace(Long.toString(reservation));
        }
    }

    private void findPlace(long reservation, int state) {
        var settled = CounterReservationTable.has(state, Flag.SETTLED);
        var inLine = CounterReservationTable.has(state, Flag.IN_LINE);
        if (settled && inLine) {
            find(LINE, "reservation " + reservation + " has its order but is in line for a check");
        } else if (!settled && !inLine) {
            find(LINE, "reservation " + reservation + " is reserved but is not in line for a check");
        }
        if (settled == inLine) {
            displace(Long.toString(reservation));
        }
        if (!settled && CounterReservationTable.has(state, Flag.WITHOUT_KEY)) {
            find(KEYS, "the idempotency key of reservation " + reservation + " does not lead to it");
            displace(Long.toString(reservation));
        }
    }

    private void findReleased(long reservation, boolean released) {
        if (released) {
            find(RELEASED, "reservation " + reservation + " is kept and released");
        }
    }

    private void countFor(long shopper, int units) {
        var both = shoppers.getOrDefault(shopper, both(NOT_COUNTED, 0));
        shoppers.put(shopper, both(counted(both), (int) Math.min(Integer.MAX_VALUE, (long) has(both) + units)));
    }

    private void findShoppers() {
        strangersCounted.forEach((shopper, units) -> {
            if (units != 0) {
                findCount(shopper, units, 0);
            }
        });
        for (LongLongCursor shopper : shoppers) {
            var counted = counted(shopper.value);
            var has = has(shopper.value);
            if (counted == NOT_COUNTED) {
                find(SHOPPERS, "shopper " + shopper.key + " has " + has + " but is not counted");
            } else if (counted != has) {
                findCount(Long.toString(shopper.key), counted, has);
            }
        }
    }

    private void findCount(String shopper, int counted, int has) {
        find(SHOPPERS, "shopper " + shopper + " is counted with " + counted + " but has " + has);
    }

    private static long both(int counted, int has) {
        return (long) counted << Integer.SIZE | Integer.toUnsignedLong(has);
    }

    private static int counted(long both) {
        return (int) (both >> Integer.SIZE);
    }

    private static int has(long both) {
        return (int) both;
    }

    private void find(CounterFinding.Rule rule, String deviation) {
        var some = findings.computeIfAbsent(rule, any -> new ArrayList<>());
        if (some.size() < MOST_FINDINGS) {
            some.add(new CounterFinding(rule, deviation));
        }
    }

    private void displace(String name) {
        if (outOfPlace.size() < MOST_OUT_OF_PLACE) {
            outOfPlace.add(name);
        }
    }

    private static final class Sums {

        private int units;
        private int reserved;
        private int inLine;

        void add(int moreUnits, int state) {
            units += moreUnits;
            reserved += CounterReservationTable.has(state, Flag.SETTLED) ? 0 : 1;
            inLine += CounterReservationTable.has(state, Flag.IN_LINE) ? 1 : 0;
        }
    }
}
