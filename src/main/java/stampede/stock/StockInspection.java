package stampede.stock;

import com.google.common.collect.Lists;
import io.lettuce.core.KeyValue;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.support.Ids;

/** Reads the counter, straight from Redis, for those who keep the books. Changes nothing. */
@Component
public class StockInspection {

    private static final int PAGE = 500;

    /** How many offers one trip to Redis asks for: thousands would take longer than the first of them waits for its answer. */
    private static final int TRIP = 500;

    /** A scan begins again if the offer is loaded anew under it, which comes once, not for ever. */
    private static final int MOST_TRIES = 10;

    /** How far the clocks of nodes may be ahead of Redis'. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private final StockRedis redis;

    StockInspection(StockRedis redis) {
        this.redis = redis;
    }

    /**
     * What the counter has of these offers now; what cannot be read is as good as unknown. One trip to Redis for each few
     * hundred.
     */
    public Map<OfferId, StockView> views(Collection<OfferId> offers) {
        var fields = Stream.of("gate", "left", "total", "epoch")
                .map(StockRedis::bytes)
                .toArray(byte[][]::new);
        var views = new LinkedHashMap<OfferId, StockView>();
        offers.forEach(offer -> views.put(offer, StockRecords.UNKNOWN));
        this.<List<KeyValue<byte[], byte[]>>>ask(
                offers,
                (commands, offer) -> commands.hmget(StockKeys.state(offer), fields),
                (offer, found) -> views.put(offer, view(found)));
        return views;
    }

    /** Where the gate of the offer is; empty if it cannot be read. */
    public Optional<StockView.Gate> gate(OfferId offer) {
        try {
            var gate = StockRedis.text(StockRedis.await(
                    redis.send(commands -> commands.hget(StockKeys.state(offer), StockRedis.bytes("gate")))));
            return SpoiledKeys.read(
                    () -> Optional.of(gate.isEmpty() ? StockView.Gate.COLD : StockView.Gate.valueOf(gate)));
        } catch (DataAccessException failure) {
            if (SpoiledKeys.areBehind(failure)) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /** A mark for each of these that is another one once anything of its counter has moved. One trip to Redis for each few hundred. */
    public Map<OfferId, String> marks(Collection<OfferId> offers) {
        var fields = Stream.of("gate", "epoch", "total", "left", "moves")
                .map(StockRedis::bytes)
                .toArray(byte[][]::new);
        var marks = new LinkedHashMap<OfferId, String>();
        this.<List<KeyValue<byte[], byte[]>>>ask(
                offers,
                (commands, offer) -> commands.hmget(StockKeys.state(offer), fields),
                (offer, found) -> marks.put(
                        offer,
                        found.stream()
                                .map(field -> field.hasValue() ? StockRedis.text(field.getValue()) : "")
                                .collect(Collectors.joining(" "))));
        return marks;
    }

    /** What the counter has left of the offer now, below zero too; empty if it is cold. */
    public Optional<Integer> left(OfferId offer) {
        var left = StockRedis.text(StockRedis.await(
                redis.send(commands -> commands.hget(StockKeys.state(offer), StockRedis.bytes("left")))));
        return left.isEmpty() ? Optional.empty() : SpoiledKeys.read(() -> Optional.of(Integer.valueOf(left)));
    }

    /** How many reservations of each offer wait for their orders. One trip to Redis for each few hundred offers. */
    public Map<OfferId, Long> pending(Collection<OfferId> offers) {
        var counts = new LinkedHashMap<OfferId, Long>();
        this.<Long>ask(offers, (commands, offer) -> commands.zcard(StockKeys.pending(offer)), counts::put);
        return counts;
    }

    /**
     * Passes on every reservation of the offer, page by page, while others change them: one that is there all the time comes
     * at least once. One whose record cannot be read is left out; {@link #check} tells of it.
     */
    public void forEachPage(OfferId offer, Consumer<List<KeptUnits>> page) {
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished()) {
            var from = cursor;
            MapScanCursor<byte[], byte[]> found = StockRedis.await(redis.send(
                    commands -> commands.hscan(StockKeys.reservations(offer), from, ScanArgs.Builder.limit(PAGE))));
            page.accept(found.getMap().entrySet().stream()
                    .filter(entry -> StockRecords.isRecord(StockRedis.text(entry.getValue())))
                    .map(entry -> StockRecords.kept(
                            offer, StockRedis.text(entry.getKey()), StockRedis.text(entry.getValue())))
                    .toList());
            cursor = found;
        }
    }

    /** What the counters of these offers have on a reservation. One trip to Redis for each few hundred. */
    public List<CounterTrace> traces(ReservationId reservation, Collection<OfferId> offers) {
        var name = StockRedis.bytes(reservation.toString());
        var traces = new ArrayList<CounterTrace>();
        this.<CounterTrace>ask(
                offers,
                (commands, offer) -> {
                    var warm = commands.exists(StockKeys.state(offer));
                    var record = commands.hget(StockKeys.reservations(offer), name);
                    var next = commands.zscore(StockKeys.pending(offer), name);
                    var released = commands.sismember(StockKeys.released(offer), name);
                    return warm.thenCompose(there -> record.thenCompose(kept -> next.thenCombine(
                            released,
                            (at, gone) -> StockRecords.trace(
                                    offer,
                                    reservation,
                                    there > 0,
                                    StockRedis.text(kept),
                                    Optional.ofNullable(at),
                                    gone))));
                },
                (offer, trace) -> traces.add(trace));
        return traces;
    }

    /**
     * Reservations of the offer that wait for their orders and were made before that, as many as this at most. Those that wait
     * are read by name, page by page; what is kept for them is read of the old ones only, which are few.
     */
    public List<Pending> waiting(OfferId offer, Instant madeBefore, int most) {
        var old = new ArrayList<Pending>();
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished() && old.size() < most) {
            var from = cursor;
            var found = StockRedis.await(redis.send(
                    commands -> commands.zscan(StockKeys.pending(offer), from, ScanArgs.Builder.limit(PAGE))));
            old.addAll(old(
                    offer, found.getValues().stream().map(ScoredValue::getValue).toList(), madeBefore));
            cursor = found;
        }
        return old.stream().distinct().limit(most).toList();
    }

    /** A reservation's number was made a moment before its units were kept, by a clock that may be ahead of Redis'. */
    private List<Pending> old(OfferId offer, List<byte[]> names, Instant madeBefore) {
        var asked = names.stream()
                .filter(name -> StockRedis.text(name).matches("\\d{1,19}"))
                .filter(name -> Ids.epochMillisOf(Long.parseLong(StockRedis.text(name)))
                        < madeBefore.plus(SKEW).toEpochMilli())
                .toArray(byte[][]::new);
        if (asked.length == 0) {
            return List.of();
        }
        return StockRedis.await(redis.send(commands -> commands.hmget(StockKeys.reservations(offer), asked))).stream()
                .filter(KeyValue::hasValue)
                .map(entry -> StockRecords.trace(
                        offer,
                        ReservationId.of(StockRedis.text(entry.getKey())),
                        true,
                        StockRedis.text(entry.getValue()),
                        Optional.empty(),
                        false))
                .flatMap(trace -> trace.pending().stream())
                .filter(pending -> pending.reservation().reservedAt().isBefore(madeBefore))
                .toList();
    }

    /**
     * Adds the counter's books up as they are at one moment. Reads everything, but page by page, so that selling goes on
     * meanwhile (see {@link CounterScan}).
     */
    public CounterCheck check(OfferId offer) {
        for (int i = 0; i < MOST_TRIES; i++) {
            var read = scan(offer);
            if (read.isPresent()) {
                return read.get();
            }
        }
        throw new ConcurrencyFailureException("Offer " + offer
                + " was loaded anew, or changed faster than it could be read, " + MOST_TRIES + " times");
    }

    /** What cannot even be read is a finding. */
    private Optional<CounterCheck> scan(OfferId offer) {
        try {
            return SpoiledKeys.read(() -> new CounterScan(redis, offer).read());
        } catch (DataAccessException failure) {
            if (!SpoiledKeys.areBehind(failure)) {
                throw failure;
            }
            return Optional.of(new CounterCheck(
                    StockRecords.UNKNOWN,
                    0,
                    List.of("R1 the keys cannot be read: " + failure.getMessage()),
                    List.of(),
                    Set.of()));
        }
    }

    /** Looks shortly at the keys of these offers, however large they are. One trip to Redis for each few hundred. */
    public Map<OfferId, CounterProbe> probe(Collection<SaleTerms> sales) {
        var probes = new LinkedHashMap<OfferId, CounterProbe>();
        for (var some : Lists.partition(List.copyOf(sales), TRIP)) {
            var answers = new LinkedHashMap<OfferId, CompletableFuture<List<String>>>();
            some.forEach(sale -> answers.put(sale.offer(), redis.run(StockScript.PROBE, sale.offer(), terms(sale))));
            answers.forEach((offer, answer) -> probes.put(offer, probe(StockRedis.await(answer))));
        }
        return probes;
    }

    private static List<String> terms(SaleTerms sale) {
        return Stream.of(
                        sale.epoch(),
                        sale.total(),
                        sale.totalVersion(),
                        sale.window().opensAt().toEpochMilli(),
                        sale.window().closesAt().toEpochMilli(),
                        sale.limitPerShopper())
                .map(String::valueOf)
                .toList();
    }

    private static CounterProbe probe(List<String> answer) {
        return new CounterProbe(CounterProbe.State.valueOf(answer.get(0)), answer.size() > 1 ? answer.get(1) : "");
    }

    /**
     * Names the life of the Redis server or servers behind the counter: another name means a restart or a failover, after
     * which the last writes may be missing.
     */
    public String life() {
        return StockRedis.await(redis.send(commands -> commands.info("server")
                        .thenCombine(commands.info("replication"), (server, replication) -> server + replication)))
                .lines()
                .filter(line -> line.startsWith("run_id:") || line.startsWith("master_replid:"))
                .toList()
                .toString();
    }

    private <T> void ask(
            Collection<OfferId> offers,
            BiFunction<RedisClusterAsyncCommands<byte[], byte[]>, OfferId, CompletionStage<T>> question,
            BiConsumer<OfferId, T> answered) {
        for (var some : Lists.partition(offers.stream().distinct().toList(), TRIP)) {
            var answers = new LinkedHashMap<OfferId, CompletableFuture<T>>();
            some.forEach(offer -> answers.put(offer, redis.send(commands -> question.apply(commands, offer))));
            answers.forEach((offer, answer) -> tell(offer, answer, answered));
        }
    }

    /** An offer of which Redis has something that cannot be read does not keep the others from being told. */
    private static <T> void tell(OfferId offer, CompletableFuture<T> answer, BiConsumer<OfferId, T> answered) {
        try {
            var told = StockRedis.await(answer);
            SpoiledKeys.read(() -> {
                answered.accept(offer, told);
                return offer;
            });
        } catch (DataAccessException failure) {
            if (!SpoiledKeys.areBehind(failure)) {
                throw failure;
            }
        }
    }

    private static StockView view(List<KeyValue<byte[], byte[]>> fields) {
        return fields.get(0).hasValue()
                ? view(
                        StockRedis.text(fields.get(0).getValue()),
                        StockRedis.text(fields.get(1).getValue()),
                        StockRedis.text(fields.get(2).getValue()),
                        StockRedis.text(fields.get(3).getValue()))
                : StockRecords.UNKNOWN;
    }

    private static StockView view(String gate, String left, String total, String epoch) {
        return new StockView(
                StockView.Gate.valueOf(gate),
                Math.max(0, Integer.parseInt(left)),
                Integer.parseInt(total),
                Long.parseLong(epoch));
    }
}
