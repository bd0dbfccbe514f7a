package stampede.counter;

import com.google.common.collect.Lists;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ScoredValueScanCursor;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;

/**
 * Reads all that the counter has of an offer, page by page while others go on changing it, and knows it in the end as it is at
 * one moment: whatever moved after it was read is read again, until nothing has (see {@code changes-since.lua}). Redis is never kept
 * for longer than a page takes.
 */
final class CounterScan {

    private static final int PAGE = 250;

    private final CounterRedis redis;
    private final OfferId offer;
    private final CounterSnapshotBuilder contents;
    private Moment moment = Moment.BEFORE;

    CounterScan(CounterRedis redis, OfferId offer) {
        this.redis = redis;
        this.offer = offer;
        this.contents = new CounterSnapshotBuilder(offer);
    }

    /** Empty if it has to begin again: the offer was loaded anew meanwhile, or more moved than could be followed. */
    Optional<CounterSnapshot> read() {
        if (!follow()) {
            return Optional.empty();
        }
        if (moment.cold()) {
            return Optional.of(new CounterSnapshot(CounterRecords.UNKNOWN, 0, List.of(), reader -> {}, Set.of()));
        }
        var whole = hash(CounterKeys.reservations(offer), this::reservations)
                && hash(CounterKeys.shoppers(offer), this::shoppers)
                && line();
        while (whole && !moment.current()) {
            whole = follow();
        }
        return whole ? Optional.of(contents.check(moment.view(), moment.left())) : Optional.empty();
    }

    private boolean hash(byte[] key, BiConsumer<List<String>, List<String>> page) {
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var from = cursor;
            MapScanCursor<byte[], byte[]> found =
                    AsyncRedis.await(redis.send(commands -> commands.hscan(key, from, ScanArgs.Builder.limit(PAGE))));
            page.accept(texts(found.getMap().keySet()), texts(found.getMap().values()));
            if (!follow()) {
                return false;
            }
            cursor = found;
        }
        return true;
    }

    private boolean line() {
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var from = cursor;
            ScoredValueScanCursor<byte[]> found = AsyncRedis.await(redis.send(
                    commands -> commands.zscan(CounterKeys.pending(offer), from, ScanArgs.Builder.limit(PAGE))));
            found.getValues().stream()
                    .map(ScoredValue::getValue)
                    .map(CounterRedis::text)
                    .forEach(contents::addInLine);
            if (!follow()) {
                return false;
            }
            cursor = found;
        }
        return true;
    }

    private void reservations(List<String> reservations, List<String> records) {
        for (int i = 0; i < reservations.size(); i++) {
            contents.setRecord(reservations.get(i), records.get(i));
        }
        for (var some : Lists.partition(reservations, PAGE)) {
            var names = some.stream().map(CounterRedis::bytes).toArray(byte[][]::new);
            List<Boolean> gone =
                    AsyncRedis.await(redis.send(commands -> commands.smismember(CounterKeys.released(offer), names)));
            for (int i = 0; i < gone.size(); i++) {
                contents.setReleased(some.get(i), gone.get(i));
            }
        }
        for (var some : Lists.partition(
                records.stream().filter(CounterRecords::isReserved).toList(), PAGE)) {
            keys(some, reservations, records);
        }
    }

    /** A key is written together with its reservation and never again, so it may be read a moment later. */
    private void keys(List<String> waitingOnes, List<String> reservations, List<String> records) {
        var names = waitingOnes.stream()
                .map(CounterRecords::keyOf)
                .map(CounterRedis::bytes)
                .toArray(byte[][]::new);
        var found = AsyncRedis.await(redis.send(commands -> commands.hmget(CounterKeys.keys(offer), names)));
        for (int i = 0; i < waitingOnes.size(); i++) {
            var leadsTo =
                    found.get(i).hasValue() ? CounterRedis.text(found.get(i).getValue()) : "";
            if (!leadsTo.matches("[1-9]\\d{0,18}")) {
                contents.addWithoutKey(reservations.get(records.indexOf(waitingOnes.get(i))));
            }
        }
    }

    private void shoppers(List<String> shoppers, List<String> units) {
        for (int i = 0; i < shoppers.size(); i++) {
            contents.setUnits(shoppers.get(i), units.get(i));
        }
    }

    /** Hears what has moved and takes over what is true of it now; false if that is not known any more. */
    private boolean follow() {
        var texts = AsyncRedis.await(redis.run(
                CounterScript.CHANGES_SINCE, offer, List.of(Long.toString(moment.heard()), Integer.toString(PAGE))));
        if (texts.size() == 1) {
            var cold = texts.get(0).equals("COLD") && moment.equals(Moment.BEFORE);
            moment = Moment.COLD;
            return cold;
        }
        var next = Moment.of(texts);
        if (!moment.equals(Moment.BEFORE) && moment.epoch() != next.epoch()) {
            return false;
        }
        moment = next;
        Lists.partition(texts.subList(6, texts.size()), 6).forEach(this::apply);
        return true;
    }

    private void apply(List<String> move) {
        var reservation = move.get(0);
        contents.setRecord(reservation, move.get(1));
        contents.setInLine(reservation, !move.get(2).isEmpty());
        contents.setReleased(reservation, !move.get(3).isEmpty());
        contents.setUnits(move.get(4), move.get(5));
    }

    private static List<String> texts(Collection<byte[]> all) {
        return all.stream().map(CounterRedis::text).toList();
    }

    /**
     * How the offer stood when the last moves were told.
     *
     * @param heard how many moves had been told then
     * @param ever how many there were
     */
    private record Moment(String gate, long epoch, int total, int left, long heard, long ever) {

        static final Moment BEFORE = new Moment("", 0, 0, 0, -1, 0);
        static final Moment COLD = new Moment("COLD", 0, 0, 0, 0, 0);

        static Moment of(List<String> texts) {
            return new Moment(
                    texts.get(0),
                    Long.parseLong(texts.get(1)),
                    Integer.parseInt(texts.get(2)),
                    Integer.parseInt(texts.get(3)),
                    Long.parseLong(texts.get(4)),
                    Long.parseLong(texts.get(5)));
        }

        boolean cold() {
            return gate.equals("COLD");
        }

        StockView view() {
            return new StockView(StockView.Gate.valueOf(gate), Math.max(0, left), total, epoch);
        }

        /** Whether nothing has moved that was not told. */
        boolean current() {
            return heard == ever;
        }
    }
}
