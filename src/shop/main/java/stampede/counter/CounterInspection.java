package stampede.counter;

import com.google.common.collect.Lists;
import io.lettuce.core.KeyValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.SaleTerms;

/** Reads the counter, straight from Redis, for those who keep the books. Changes nothing. */
@Component
public class CounterInspection {

    /** A scan begins again if the offer is loaded anew under it, which comes once, not for ever. */
    private static final int MOST_TRIES = 10;

    private final CounterRedis redis;

    CounterInspection(CounterRedis redis) {
        this.redis = redis;
    }

    /**
     * What the counter has of these offers now; what cannot be read is as good as unknown. One trip to Redis for each few
     * hundred.
     */
    public Map<OfferId, StockView> views(Collection<OfferId> offers) {
        var views = new LinkedHashMap<OfferId, StockView>();
        offers.forEach(offer -> views.put(offer, CounterRecords.UNKNOWN));
        askState(offers, List.of("gate", "left", "total", "epoch"), (offer, found) -> views.put(offer, view(found)));
        return views;
    }

    /** Where the gate of the offer is; empty if it cannot be read. */
    public Optional<StockView.Gate> gate(OfferId offer) {
        try {
            var gate = CounterRedis.text(CounterRedis.await(
                    redis.send(commands -> commands.hget(CounterKeys.state(offer), CounterRedis.bytes("gate")))));
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
        var marks = new LinkedHashMap<OfferId, String>();
        askState(
                offers,
                List.of("gate", "epoch", "total", "left", "moves"),
                (offer, found) -> marks.put(offer, String.join(" ", found)));
        return marks;
    }

    /** Passes on these fields of each offer's state; one that is not there is empty. */
    private void askState(Collection<OfferId> offers, List<String> names, BiConsumer<OfferId, List<String>> answered) {
        var fields = names.stream().map(CounterRedis::bytes).toArray(byte[][]::new);
        CounterPipeline.<List<KeyValue<byte[], byte[]>>>ask(
                redis,
                offers,
                (commands, offer) -> commands.hmget(CounterKeys.state(offer), fields),
                (offer, found) -> answered.accept(
                        offer,
                        found.stream()
                                .map(field -> CounterRedis.text(field.hasValue() ? field.getValue() : null))
                                .toList()));
    }

    /** What the counter has left of the offer now, below zero too; empty if it is cold. */
    public Optional<Integer> left(OfferId offer) {
        var left = CounterRedis.text(CounterRedis.await(
                redis.send(commands -> commands.hget(CounterKeys.state(offer), CounterRedis.bytes("left")))));
        return left.isEmpty() ? Optional.empty() : SpoiledKeys.read(() -> Optional.of(Integer.valueOf(left)));
    }

    /**
     * Adds the counter's books up as they are at one moment. Reads everything, but page by page, so that selling goes on
     * meanwhile (see {@link CounterScan}).
     */
    public CounterSnapshot check(OfferId offer) {
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
    private Optional<CounterSnapshot> scan(OfferId offer) {
        try {
            return SpoiledKeys.read(() -> new CounterScan(redis, offer).read());
        } catch (DataAccessException failure) {
            if (!SpoiledKeys.areBehind(failure)) {
                throw failure;
            }
            return Optional.of(new CounterSnapshot(
                    CounterRecords.UNKNOWN,
                    0,
                    List.of(new CounterFinding(
                            CounterFinding.Rule.TOTAL, "the keys cannot be read: " + failure.getMessage())),
                    List.of(),
                    Set.of()));
        }
    }

    /** Looks shortly at the keys of these offers, however large they are. One trip to Redis for each few hundred. */
    public Map<OfferId, CounterProbe> probe(Collection<SaleTerms> sales) {
        var probes = new LinkedHashMap<OfferId, CounterProbe>();
        for (var some : Lists.partition(List.copyOf(sales), CounterPipeline.OFFERS)) {
            var answers = new LinkedHashMap<OfferId, CompletableFuture<List<String>>>();
            some.forEach(sale -> answers.put(sale.offer(), redis.run(CounterScript.PROBE, sale.offer(), terms(sale))));
            answers.forEach((offer, answer) -> probes.put(offer, probe(CounterRedis.await(answer))));
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
        return CounterRedis.await(redis.send(commands -> commands.info("server")
                        .thenCombine(commands.info("replication"), (server, replication) -> server + replication)))
                .lines()
                .filter(line -> line.startsWith("run_id:") || line.startsWith("master_replid:"))
                .toList()
                .toString();
    }

    private static StockView view(List<String> fields) {
        return fields.get(0).isEmpty()
                ? CounterRecords.UNKNOWN
                : new StockView(
                        StockView.Gate.valueOf(fields.get(0)),
                        Math.max(0, Integer.parseInt(fields.get(1))),
                        Integer.parseInt(fields.get(2)),
                        Long.parseLong(fields.get(3)));
    }
}
