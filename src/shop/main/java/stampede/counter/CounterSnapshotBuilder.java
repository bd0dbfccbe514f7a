package stampede.counter;

import static stampede.counter.CounterFinding.Rule.KEYS;
import static stampede.counter.CounterFinding.Rule.LINE;
import static stampede.counter.CounterFinding.Rule.RELEASED;
import static stampede.counter.CounterFinding.Rule.SHOPPERS;
import static stampede.counter.CounterFinding.Rule.TOTAL;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import stampede.catalog.OfferId;

/** What a {@link CounterScan} has read of an offer so far, and what of it breaks a rule. All of it is in memory, some 400 bytes a reservation. */
final class CounterSnapshotBuilder {

    private static final int MOST_FINDINGS = 20;

    private final OfferId offer;
    private final Map<String, CounterReservation> kept = new HashMap<>();
    private final Set<String> unreadable = new HashSet<>();
    private final Map<String, Integer> counted = new HashMap<>();
    private final Set<String> namesInLine = new HashSet<>();
    private final Set<String> released = new HashSet<>();
    private final Set<String> withoutKey = new HashSet<>();
    private final Set<String> outOfPlace = new HashSet<>();

    CounterSnapshotBuilder(OfferId offer) {
        this.offer = offer;
    }

    /** The record of a reservation; empty if there is none any more. */
    void setRecord(String reservation, String record) {
        kept.remove(reservation);
        unreadable.remove(reservation);
        if (CounterRecords.isRecord(record)) {
            kept.put(reservation, CounterRecords.kept(offer, reservation, record));
        } else if (!record.isEmpty()) {
            unreadable.add(reservation);
        }
    }

    void setUnits(String shopper, String units) {
        if (units.isEmpty()) {
            counted.remove(shopper);
        } else {
            counted.put(shopper, units(units));
        }
    }

    /** What cannot be read is a count that nobody can have. */
    private static int units(String text) {
        return text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : Integer.MIN_VALUE;
    }

    void addInLine(String reservation) {
        namesInLine.add(reservation);
    }

    void addWithoutKey(String reservation) {
        withoutKey.add(reservation);
    }

    void setInLine(String reservation, boolean is) {
        member(namesInLine, reservation, is);
    }

    void setReleased(String reservation, boolean is) {
        member(released, reservation, is);
    }

    /** What all of it says together. */
    CounterSnapshot check(StockView view, int left) {
        return new CounterSnapshot(
                view,
                left,
                Stream.of(total(view.total(), left), shoppers(), line(), releasedOnes(), keylessOnes())
                        .flatMap(List::stream)
                        .limit(MOST_FINDINGS)
                        .toList(),
                List.copyOf(kept.values()),
                Set.copyOf(outOfPlace));
    }

    private List<CounterFinding> total(int total, int left) {
        var findings = new ArrayList<CounterFinding>();
        unreadable.forEach(reservation -> findings.add(
                new CounterFinding(TOTAL, "reservation " + reservation + " has a record that cannot be read")));
        var units = kept.values().stream()
                .mapToInt(one -> one.reservation().units())
                .sum();
        if (total != left + units) {
            findings.add(new CounterFinding(TOTAL, "total " + total + " is not left " + left + " and kept " + units));
        }
        return findings;
    }

    private List<CounterFinding> shoppers() {
        var has = new HashMap<String, Integer>();
        kept.values()
                .forEach(one -> has.merge(
                        one.reservation().shopper().toString(),
                        one.reservation().units(),
                        Integer::sum));
        var findings = new ArrayList<CounterFinding>();
        counted.forEach((shopper, units) -> {
            var kept = has.getOrDefault(shopper, 0);
            if (!units.equals(kept)) {
                findings.add(new CounterFinding(
                        SHOPPERS, "shopper " + shopper + " is counted with " + units + " but has " + kept));
            }
        });
        has.forEach((shopper, units) -> {
            if (!counted.containsKey(shopper)) {
                findings.add(
                        new CounterFinding(SHOPPERS, "shopper " + shopper + " has " + units + " but is not counted"));
            }
        });
        return findings;
    }

    private List<CounterFinding> line() {
        var findings = new ArrayList<CounterFinding>();
        var reserved = 0;
        for (var one : kept.entrySet()) {
            var inLine = namesInLine.contains(one.getKey());
            reserved += one.getValue().settled() ? 0 : 1;
            if (one.getValue().settled() == inLine) {
                outOfPlace.add(one.getKey());
            }
            if (one.getValue().settled() && inLine) {
                findings.add(new CounterFinding(
                        LINE, "reservation " + one.getKey() + " has its order but is in line for a check"));
            } else if (!one.getValue().settled() && !inLine) {
                findings.add(new CounterFinding(
                        LINE, "reservation " + one.getKey() + " is reserved but is not in line for a check"));
            }
        }
        namesInLine.stream().filter(name -> !kept.containsKey(name)).forEach(outOfPlace::add);
        if (namesInLine.size() != reserved) {
            findings.add(new CounterFinding(
                    LINE, namesInLine.size() + " are in line for a check but " + reserved + " are reserved"));
        }
        return findings;
    }

    private List<CounterFinding> releasedOnes() {
        return Stream.concat(kept.keySet().stream(), unreadable.stream())
                .filter(released::contains)
                .map(reservation ->
                        new CounterFinding(RELEASED, "reservation " + reservation + " is kept and released"))
                .toList();
    }

    private List<CounterFinding> keylessOnes() {
        withoutKey.removeIf(name -> {
            var units = kept.get(name);
            return units == null || units.settled();
        });
        outOfPlace.addAll(withoutKey);
        return withoutKey.stream()
                .map(name ->
                        new CounterFinding(KEYS, "the idempotency key of reservation " + name + " does not lead to it"))
                .toList();
    }

    private static void member(Set<String> set, String name, boolean is) {
        if (is) {
            set.add(name);
        } else {
            set.remove(name);
        }
    }
}
