package stampede.counter;

import com.google.common.collect.Lists;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/**
 * What the counter of one offer has to be: sets of reservations, and sums over them where the scripts keep counts. Each script
 * once more, as short as it can be said, for an offer that is on sale all the time, or from some moment on.
 */
public final class CounterModel {

    private Gate gate = Gate.COLD;
    private long epoch;
    private long version;
    private int total;
    private int limit;
    private boolean lineLost;
    /** What time it is, which no copy of Redis takes back. */
    private boolean upcoming;

    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private final Map<String, String> keys = new LinkedHashMap<>();
    private final Set<String> due = new HashSet<>();
    private final Set<String> released = new HashSet<>();

    /** What a script must answer. Only Redis knows the time, so that is taken from what it {@code answered}. */
    List<String> run(CounterScript script, List<String> arguments, List<String> answered) {
        return switch (script) {
            case RESERVE -> reserve(Lists.partition(arguments.subList(1, arguments.size()), 5), answered);
            case SETTLE ->
                Lists.partition(arguments, 4).stream().map(this::settle).toList();
            case RELEASE -> arguments.stream().map(this::release).toList();
            case CLAIM -> claim(arguments);
            case RECHECK -> List.of(Long.toString(recheck(arguments)));
            case LOAD -> List.of(load(arguments));
            case MOVE_GATE -> List.of(gate(arguments));
            case CLOSE -> List.of(close());
            case TOTAL -> total(arguments);
            case DROP -> {
                forget();
                yield List.of("DONE");
            }
            case INDEX -> {
                if (lineLost) {
                    arguments.stream().filter(this::waits).forEach(due::add);
                }
                lineLost = false;
                yield answered;
            }
            case RESERVATION_STATES, CHANGES_SINCE, PROBE -> answered;
        };
    }

    private List<String> reserve(List<List<String>> requests, List<String> answered) {
        var answers = new ArrayList<String>();
        for (var request : requests) {
            var time = answers.size() + 1 < answered.size() ? answered.get(answers.size() + 1) : "";
            answers.addAll(reserve(
                    request.get(0),
                    request.get(1).matches("[1-9]\\d{0,8}") ? Integer.parseInt(request.get(1)) : 0,
                    request.get(2),
                    request.get(0) + ":" + request.get(3),
                    request.get(3) + "|" + request.get(4),
                    time));
        }
        return answers;
    }

    private List<String> reserve(String shopper, int units, String id, String key, String rest, String time) {
        if (keys.containsKey(key)) {
            return List.of("EXISTING", keys.getOrDefault(key, ""));
        }
        if (gate != Gate.OPEN) {
            return List.of(gate.name(), "");
        }
        if (upcoming) {
            return List.of("EARLY", "");
        }
        if (units < 1 || units > limit) {
            return List.of("BAD_UNITS", "");
        }
        if (kept.containsKey(id) || released.contains(id)) {
            return List.of("ID_CLASH", "");
        }
        if (unitsOf(shopper) + units > limit) {
            return List.of("LIMIT", "");
        }
        if (units > left()) {
            return List.of("SOLD_OUT", "");
        }
        kept.put(id, new Kept(false, shopper, units, time, rest));
        keys.put(key, id);
        due.add(id);
        return List.of("KEPT", time);
    }

    private String settle(List<String> order) {
        var id = order.get(0);
        if (gate == Gate.COLD) {
            return "COLD";
        }
        if (released.contains(id)) {
            return "TOMBSTONED";
        }
        var before = kept.get(id);
        if (before != null && before.settled()) {
            return "ALREADY";
        }
        due.remove(id);
        if (before == null) {
            kept.put(id, new Kept(true, order.get(1), Integer.parseInt(order.get(2)), order.get(3), ""));
            return "ADOPTED";
        }
        kept.put(id, new Kept(true, before.shopper(), before.units(), before.at(), ""));
        return "CONFIRMED";
    }

    private String release(String id) {
        if (gate == Gate.COLD) {
            return "COLD";
        }
        released.add(id);
        due.remove(id);
        return kept.remove(id) == null ? "GONE" : "RELEASED";
    }

    /** In any order: what is due is due. */
    private List<String> claim(List<String> arguments) {
        var answers = new ArrayList<String>();
        for (var id : new TreeSet<>(due)) {
            answers.add(id);
            answers.add(kept.getOrDefault(id, Kept.NONE).record());
        }
        putOff(List.copyOf(due), arguments.get(1));
        return answers;
    }

    private long recheck(List<String> arguments) {
        var waiting = arguments.subList(1, arguments.size()).stream()
                .filter(this::waits)
                .toList();
        putOff(waiting, arguments.get(0));
        return waiting.size();
    }

    private void putOff(List<String> waiting, String millis) {
        if (Long.parseLong(millis) > 0) {
            waiting.forEach(due::remove);
        }
    }

    private String load(List<String> arguments) {
        var newer = Long.parseLong(arguments.get(0));
        if (gate != Gate.COLD && epoch >= newer) {
            return "STALE";
        }
        forget();
        gate = Gate.WARMING;
        epoch = newer;
        total = Integer.parseInt(arguments.get(1));
        version = Long.parseLong(arguments.get(2));
        limit = Integer.parseInt(arguments.get(5));
        return "WARMING";
    }

    private String gate(List<String> arguments) {
        var to = Gate.valueOf(arguments.get(2));
        if (gate == Gate.COLD || epoch != Long.parseLong(arguments.get(0))) {
            return "STALE";
        }
        if (gate != to && gate != Gate.valueOf(arguments.get(1))) {
            return "STATE";
        }
        gate = to;
        return "DONE";
    }

    private String close() {
        if (gate == Gate.COLD) {
            return "COLD";
        }
        gate = Gate.CLOSED;
        return "DONE";
    }

    private List<String> total(List<String> arguments) {
        var newer = Long.parseLong(arguments.get(1));
        var to = Integer.parseInt(arguments.get(0));
        if (gate == Gate.COLD) {
            return List.of("COLD");
        }
        if (version >= newer) {
            return List.of("OLD", Long.toString(version), Integer.toString(total));
        }
        if (arguments.size() > 2 && left() + to - total < Integer.parseInt(arguments.get(2))) {
            return List.of("SHORT", Integer.toString(left()));
        }
        total = to;
        version = newer;
        return List.of("DONE");
    }

    void setUpcoming(boolean now) {
        upcoming = now;
    }

    /** Somebody wrote an epoch that the ledger has never given: nothing older is loaded over it. */
    void comeFromTheFuture() {
        epoch = 1_000_000_000;
    }

    /** Of the idempotency keys those of waiting reservations are found again. */
    void forgetKeysOfSettled() {
        keys.values().removeIf(id -> !waits(id));
    }

    /** Those who find their way back into line are due. */
    void loseLine() {
        lineLost = true;
    }

    /** What comes late for these is put right by the audit. */
    void forgetReleased() {
        released.clear();
    }

    /** Redis lost it. */
    void forget() {
        gate = Gate.COLD;
        epoch = 0;
        version = 0;
        total = 0;
        limit = 0;
        lineLost = false;
        kept.clear();
        keys.clear();
        due.clear();
        released.clear();
    }

    /** Every lease and every pause is over. */
    void allDue() {
        kept.keySet().stream().filter(this::waits).forEach(due::add);
    }

    CounterModel copy() {
        var copy = new CounterModel();
        copy.become(this);
        return copy;
    }

    void become(CounterModel other) {
        forget();
        gate = other.gate;
        epoch = other.epoch;
        version = other.version;
        total = other.total;
        limit = other.limit;
        kept.putAll(other.kept);
        keys.putAll(other.keys);
        due.addAll(other.due);
        released.addAll(other.released);
    }

    public Gate gate() {
        return gate;
    }

    /** The reservations of the offer whose check is due. */
    public List<Reservation> due(OfferId offer) {
        return due.stream().map(id -> reservation(offer, id)).toList();
    }

    private Reservation reservation(OfferId offer, String id) {
        var units = kept.getOrDefault(id, Kept.NONE);
        return new Reservation(
                ReservationId.of(id),
                offer,
                AccountId.of(units.shopper()),
                units.units(),
                Instant.ofEpochMilli(Long.parseLong(units.at())));
    }

    public int total() {
        return total;
    }

    public int limit() {
        return limit;
    }

    /** Of the total. */
    public long version() {
        return version;
    }

    public int left() {
        return total - kept.values().stream().mapToInt(Kept::units).sum();
    }

    private int unitsOf(String shopper) {
        return kept.values().stream()
                .filter(units -> units.shopper().equals(shopper))
                .mapToInt(Kept::units)
                .sum();
    }

    private boolean waits(String id) {
        var units = kept.get(id);
        return units != null && !units.settled();
    }

    /** Everything, in words that compare. */
    List<String> words() {
        if (gate == Gate.COLD) {
            return List.of("COLD");
        }
        var words = new LinkedHashSet<String>();
        words.add("gate " + gate + ", epoch " + epoch + ", total " + total + ", left " + left());
        new TreeSet<>(kept.keySet())
                .forEach(id ->
                        words.add(id + " " + kept.getOrDefault(id, Kept.NONE).words()));
        words.add("released " + new TreeSet<>(released));
        return List.copyOf(words);
    }

    private record Kept(boolean settled, String shopper, int units, String at, String rest) {

        private static final Kept NONE = new Kept(false, "", 0, "", "");

        String record() {
            return String.join("|", "P", shopper, Integer.toString(units), at, rest);
        }

        String words() {
            return (settled ? "C" : "P") + " " + shopper + " " + units + " " + at;
        }
    }
}
