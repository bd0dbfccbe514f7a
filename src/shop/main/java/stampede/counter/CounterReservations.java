package stampede.counter;

import io.lettuce.core.KeyValue;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.ids.Ids;
import stampede.redis.AsyncRedis;
import stampede.stock.ReservationId;

/** Reads reservations one by one from the counter, straight from Redis. Changes nothing. */
@Component
public class CounterReservations {

    private static final int PAGE = 500;

    /** How far the clocks of nodes may be ahead of Redis'. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final CounterRedis redis;

    CounterReservations(CounterRedis redis) {
        this.redis = redis;
    }

    /**
     * How many reservations of each offer have no order yet; an offer whose server is silent is not among them. One trip to Redis for
     * each few hundred offers.
     *
     * @throws org.springframework.dao.DataAccessException if no server answers
     */
    public Map<OfferId, Long> countReserved(Collection<OfferId> offers) {
        var counts = new LinkedHashMap<OfferId, Long>();
        CounterPipeline.<Long>ask(
                redis, offers, (commands, offer) -> commands.zcard(CounterKeys.pending(offer)), counts::put);
        return counts;
    }

    /**
     * Passes on every reservation of the offer, page by page, while others change them: one that is there all the time comes
     * at least once. One whose record cannot be read is left out; {@link CounterInspection#check} tells of it.
     */
    public void forEachPage(OfferId offer, Consumer<List<CounterReservation>> page) {
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var from = cursor;
            MapScanCursor<byte[], byte[]> found = AsyncRedis.await(redis.send(
                    commands -> commands.hscan(CounterKeys.reservations(offer), from, ScanArgs.Builder.limit(PAGE))));
            page.accept(found.getMap().entrySet().stream()
                    .filter(entry -> CounterRecords.isRecord(CounterRedis.text(entry.getValue())))
                    .map(entry -> CounterRecords.kept(
                            offer, CounterRedis.text(entry.getKey()), CounterRedis.text(entry.getValue())))
                    .toList());
            cursor = found;
        }
    }

    /**
     * What the counters of these offers have on a reservation, but for those whose server is silent. One trip to Redis for each few
     * hundred.
     *
     * @throws org.springframework.dao.DataAccessException if no server answers
     */
    public List<CounterTrace> traces(ReservationId reservation, Collection<OfferId> offers) {
        var name = CounterRedis.bytes(reservation.toString());
        var traces = new ArrayList<CounterTrace>();
        CounterPipeline.<CounterTrace>ask(
                redis,
                offers,
                (commands, offer) -> {
                    var warm = commands.exists(CounterKeys.state(offer));
                    var record = commands.hget(CounterKeys.reservations(offer), name);
                    var next = commands.zscore(CounterKeys.pending(offer), name);
                    var released = commands.sismember(CounterKeys.released(offer), name);
                    return warm.thenCompose(there -> record.thenCompose(kept -> next.thenCombine(
                            released,
                            (at, gone) -> CounterRecords.trace(
                                    offer,
                                    reservation,
                                    there > 0,
                                    CounterRedis.text(kept),
                                    Optional.ofNullable(at),
                                    gone))));
                },
                (offer, trace) -> traces.add(trace));
        return traces;
    }

    /**
     * What is reserved of the offer and was made before that, as many as this at most. Names are read page by page; what is kept
     * for them is read of the old ones only, which are few.
     */
    public List<DetailedReservation> reserved(OfferId offer, Instant madeBefore, int most) {
        var old = new ArrayList<DetailedReservation>();
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished() && old.size() < most) {
            var from = cursor;
            var found = AsyncRedis.await(redis.send(
                    commands -> commands.zscan(CounterKeys.pending(offer), from, ScanArgs.Builder.limit(PAGE))));
            old.addAll(old(
                    offer, found.getValues().stream().map(ScoredValue::getValue).toList(), madeBefore));
            cursor = found;
        }
        return old.stream().distinct().limit(most).toList();
    }

    /** A reservation's number was made a moment before its units were kept, by a clock that may be ahead of Redis'. */
    private List<DetailedReservation> old(OfferId offer, List<byte[]> names, Instant madeBefore) {
        var asked = names.stream()
                .filter(name -> CounterRedis.text(name).matches("\\d{1,19}"))
                .filter(name -> Ids.epochMillisOf(Long.parseLong(CounterRedis.text(name)))
                        < madeBefore.plus(SKEW).toEpochMilli())
                .toArray(byte[][]::new);
        if (asked.length == 0) {
            return List.of();
        }
        return AsyncRedis.await(redis.send(commands -> commands.hmget(CounterKeys.reservations(offer), asked))).stream()
                .filter(KeyValue::hasValue)
                .map(entry -> CounterRecords.trace(
                        offer,
                        ReservationId.of(CounterRedis.text(entry.getKey())),
                        true,
                        CounterRedis.text(entry.getValue()),
                        Optional.empty(),
                        false))
                .flatMap(trace -> trace.reserved().stream())
                .filter(one -> one.reservation().reservedAt().isBefore(madeBefore))
                .toList();
    }
}
