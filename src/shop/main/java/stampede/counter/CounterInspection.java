package stampede.counter;

import static java.util.stream.Collectors.toMap;

import io.lettuce.core.KeyValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.stock.SaleTerms;

/** Reads the counter, straight from Redis, for those who keep the books. Changes nothing. */
@Component
public class CounterInspection {

    /** A scan begins again if the offer is loaded anew under it, which comes once, not for ever. */
    private static final int MOST_TRIES = 10;

    private static final byte[][] VIEW = fields("gate", "left", "total", "epoch");

    private final CounterRedis redis;

    CounterInspection(CounterRedis redis) {
        this.redis = redis;
    }

    /**
     * What the counter has of these offers now; what cannot be read is as good as unknown. An offer whose server is silent is not
     * among them. One trip to Redis for each few hundred.
     *
     * @throws DataAccessException if no server answers
     */
    public Map<OfferId, StockView> views(Collection<OfferId> offers) {
        var views = new LinkedHashMap<OfferId, StockView>();
        offers.forEach(offer -> views.put(offer, CounterRecords.UNKNOWN));
        views.keySet().removeAll(askState(offers, VIEW, (offer, found) -> views.put(offer, view(found))));
        return views;
    }

    /** The same of one offer, without waiting; fails if Redis does not answer, or has what cannot be read. */
    CompletableFuture<StockView> view(OfferId offer) {
        return redis.send(commands -> commands.hmget(CounterKeys.state(offer), VIEW))
                .thenApply(found -> SpoiledKeys.read(() -> view(texts(found))));
    }

    /** Where the gate of the offer is; empty if it cannot be read. */
    public Optional<StockView.Gate> gate(OfferId offer) {
        try {
            var gate = CounterRedis.text(AsyncRedis.await(
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

    /**
     * A mark for each of these that is another one once anything of its counter has moved; not for those whose server is silent. One
     * trip to Redis for each few hundred.
     *
     * @throws DataAccessException if no server answers
     */
    public Map<OfferId, String> marks(Collection<OfferId> offers) {
        var marks = new LinkedHashMap<OfferId, String>();
        offers.forEach(offer -> marks.put(offer, ""));
        marks.keySet()
                .removeAll(askState(
                        offers,
                        fields("gate", "epoch", "total", "left", "moves"),
                        (offer, found) -> marks.put(offer, String.join(" ", found))));
        return marks;
    }

    /** Passes on these fields of each offer's state; one that is not there is empty. Answers those whose server is silent. */
    private Set<OfferId> askState(
            Collection<OfferId> offers, byte[][] fields, BiConsumer<OfferId, List<String>> answered) {
        return CounterPipeline.<List<KeyValue<byte[], byte[]>>>ask(
                redis,
                offers,
                (commands, offer) -> commands.hmget(CounterKeys.state(offer), fields),
                (offer, found) -> answered.accept(offer, texts(found)));
    }

    private static byte[][] fields(String... names) {
        return Stream.of(names).map(CounterRedis::bytes).toArray(byte[][]::new);
    }

    private static List<String> texts(List<KeyValue<byte[], byte[]>> found) {
        return found.stream()
                .map(field -> CounterRedis.text(field.hasValue() ? field.getValue() : null))
                .toList();
    }

    /** What the counter has left of the offer now, below zero too; empty if it is cold. */
    public Optional<Integer> left(OfferId offer) {
        var left = CounterRedis.text(AsyncRedis.await(
                redis.send(commands -> commands.hget(CounterKeys.state(offer), CounterRedis.bytes("left")))));
        return left.isEmpty() ? Optional.empty() : SpoiledKeys.read(() -> Optional.of(Integer.valueOf(left)));
    }

    /**
     * Adds the counter's books up as they are at one moment. Reads everything, but page by page, so that selling goes on
     * meanwhile (see {@link CounterScan}). What was read while a server took the place of another is thrown away: the cursor of a scan
     * means nothing to the new one.
     */
    public CounterSnapshot check(OfferId offer) {
        for (int i = 0; i < MOST_TRIES; i++) {
            var before = redis.lives();
            var read = scan(offer);
            if (read.isPresent() && before.equals(redis.lives())) {
                return read.get();
            }
        }
        throw new ConcurrencyFailureException(
                "Offer " + offer + " or its server changed faster than it could be read, " + MOST_TRIES + " times");
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
                    reader -> {},
                    Set.of()));
        }
    }

    /**
     * Looks shortly at the keys of these offers, however large they are; not at those whose server is silent. One trip to Redis for
     * each few hundred.
     *
     * @throws DataAccessException if no server answers
     */
    public Map<OfferId, CounterProbe> probe(Collection<SaleTerms> sales) {
        var terms = sales.stream().collect(toMap(SaleTerms::offer, Function.identity(), (one, same) -> one));
        var probes = new LinkedHashMap<OfferId, CounterProbe>();
        CounterPipeline.<List<String>>askEach(
                terms.keySet(),
                offer -> redis.run(CounterScript.PROBE, offer, terms(Objects.requireNonNull(terms.get(offer)))),
                (offer, answer) -> probes.put(offer, probe(answer)));
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
     * A name for the present life of each Redis server that holds counters and answers, by the name of the server. One that was not there
     * before means a restart or a failover, after which the last writes may be missing.
     *
     * @throws DataAccessException if none answers
     */
    public Map<String, String> lives() {
        return redis.lives();
    }

    /** The name of the server that has the counter of an offer, as far as it is known here. */
    public String server(OfferId offer) {
        return redis.server(offer);
    }

    /**
     * How each Redis server that holds counters and answers keeps them.
     *
     * @throws DataAccessException if none answers
     */
    public List<CounterServer> servers() {
        return redis.info("memory", "persistence").stream()
                .map(CounterServer::of)
                .toList();
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
