package stampede.counter;

import com.google.common.base.Splitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import stampede.audit.AuditLogs;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.sale.PauseRequestRepository;
import stampede.sale.SalePause;
import stampede.simulation.Mutant;
import stampede.stock.MutantLedger;
import stampede.stock.SaleTerms;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;

/** The stock module on the real servers, its scripts beside their model, perhaps with one rule of it broken on purpose. */
public final class StockTwin {

    private static final List<String> PARTS =
            List.of("state", "shoppers", "reservations", "pending", "keys", "released", "moves");

    public final StockCounter counter;
    public final CounterInspection inspection;
    public final CounterReservations reservations;
    public final CounterLoader loading;
    public final StockLedger ledger;
    public final SalePause gate;
    public final StockBalanceRepository balances;
    private final StockWorkbench bench = StockWorkbench.get();
    private final OfferId offer;
    private final TwinRedis redis;
    private final CounterTaskHandlers tasks;
    private final Map<String, byte[]> backup = new HashMap<>();
    private Optional<CounterModel> modelThen = Optional.empty();
    private Optional<Instant> opensAt = Optional.empty();

    public StockTwin(OfferId offer, Mutant mutant) {
        this.offer = offer;
        var properties = new CounterProperties(Duration.ofSeconds(5), Duration.ZERO, 64);
        redis = new TwinRedis(bench.connections, properties, bench.meters, bench.sql, mutant);
        inspection = new CounterInspection(redis);
        counter = new StockCounter(
                redis,
                properties,
                new CounterEventPublisher(event -> {}),
                new CachedLiveStock(inspection),
                ForkJoinPool.commonPool());
        reservations = new CounterReservations(redis);
        balances = MutantLedger.balances(mutant, bench);
        loading = new CounterLoader(balances, inspection, redis);
        ledger = new StockLedger(
                balances,
                MutantLedger.quotas(mutant, bench),
                MutantLedger.addressQuotas(mutant, bench),
                MutantLedger.movements(mutant, bench),
                event -> {});
        gate = new SalePause(
                balances,
                loading,
                new PauseRequestRepository(bench.sql),
                AuditLogs.on(bench.sql, bench.clock),
                bench.transactions,
                bench.clock);
        tasks = new CounterTaskHandlers(counter);
    }

    public CounterModel model() {
        return redis.model;
    }

    /** What will become of a call to Redis from now on, after so many others. */
    public void nextCall(CallFate fate, int after) {
        redis.will(fate, after);
    }

    public void arriveLate() {
        redis.arriveLate();
    }

    /** The task that follows the return of units. */
    public void release(ReleaseUnits task) {
        tasks.release(task);
    }

    /** Tells the counter of a total that was read a while ago. */
    public void tellTotal(SaleTerms then) {
        AsyncRedis.await(redis.run(
                CounterScript.TOTAL,
                offer,
                List.of(Integer.toString(then.total()), Long.toString(then.totalVersion()))));
    }

    /** Asks for units as no class of the shop does; answers what the script says. */
    public String reserve(ReserveRequest request, String units) {
        return AsyncRedis.await(redis.run(
                        CounterScript.RESERVE,
                        offer,
                        List.of(
                                "5000",
                                request.shopper().toString(),
                                units,
                                request.id().toString(),
                                request.idempotencyKey(),
                                request.detail())))
                .get(0);
    }

    /** Somebody writes past the scripts. The model knows nothing of it: it is what there has to be when it is repaired. */
    public void spoil(CounterSpoil spoil) {
        spoil.happen(bench.redis, offer);
        if (spoil == CounterSpoil.RELEASED_DELETED) {
            redis.model.forgetReleased();
        } else if (spoil == CounterSpoil.KEYS_DELETED) {
            redis.model.forgetKeysOfSettled();
        } else if (spoil == CounterSpoil.PENDING_DELETED || spoil == CounterSpoil.PENDING_EMPTIED) {
            redis.model.loseLine();
        } else if (spoil == CounterSpoil.EPOCH_FROM_THE_FUTURE) {
            redis.model.comeFromTheFuture();
        }
    }

    /** The offer opens in half an hour, or did so a minute ago: what passes in truth is time. */
    public void opens(boolean later) {
        var opens = bench.clock.instant().plus(later ? Duration.ofMinutes(30) : Duration.ofMinutes(-1));
        bench.jdbc.update(
                "update stock_balance set opens_ms = ? where offer_id = ?", opens.toEpochMilli(), offer.value());
        opensAt = Optional.of(opens);
        redis.model.setUpcoming(later);
        goByTheTime();
    }

    /** What a counter was told of the opening before time passed is put right, as nothing would be to put right in truth. */
    public void goByTheTime() {
        opensAt.ifPresent(opens -> {
            var state = StockWorkbench.key(offer, "state");
            if (bench.redis.opsForHash().hasKey(state, "opens")) {
                bench.redis.opsForHash().put(state, "opens", Long.toString(opens.toEpochMilli()));
            }
        });
    }

    /** Redis loses everything. */
    public void lose() {
        bench.lose(offer);
        redis.model.forget();
    }

    public void remember() {
        backup.clear();
        for (var part : PARTS) {
            var dump = bench.redis.dump(StockWorkbench.key(offer, part));
            if (dump != null) {
                backup.put(part, dump);
            }
        }
        modelThen = Optional.of(redis.model.copy());
    }

    /** Redis comes back with what it had a while ago. */
    public void restore() {
        modelThen.ifPresent(then -> {
            bench.lose(offer);
            backup.forEach((part, dump) -> bench.restore(StockWorkbench.key(offer, part), dump));
            redis.model.become(then);
        });
    }

    /** Every lease and every pause is over. */
    public void makeDue() {
        var pending = StockWorkbench.key(offer, "pending");
        var waiting = bench.redis.opsForZSet().range(pending, 0, -1);
        if (waiting != null) {
            waiting.forEach(id -> bench.redis.opsForZSet().add(pending, id, 0));
        }
        redis.model.allDue();
    }

    /** Where scripts and model have answered differently, or where what is in Redis is not what the model has. */
    public List<String> disagreements() {
        var all = new ArrayList<>(redis.disagreements);
        redis.disagreements.clear();
        var found = words();
        var expected = redis.model.words();
        if (!found.equals(expected)) {
            all.add("Redis has " + found + ", not " + expected);
        }
        return all;
    }

    private List<String> words() {
        var check = inspection.check(offer);
        if (check.view().gate() == StockView.Gate.COLD) {
            return List.of("COLD");
        }
        var words = new ArrayList<String>();
        words.add("gate " + check.view().gate() + ", epoch " + check.view().epoch() + ", total "
                + check.view().total() + ", left " + check.left());
        bench.redis.<String, String>opsForHash().entries(StockWorkbench.key(offer, "reservations")).entrySet().stream()
                .map(record -> words(record.getKey(), Splitter.on('|').splitToList(record.getValue())))
                .sorted()
                .forEach(words::add);
        var released = bench.redis.opsForSet().members(StockWorkbench.key(offer, "released"));
        words.add("released " + new TreeSet<>(released == null ? List.of() : released));
        return words;
    }

    private static String words(String reservation, List<String> record) {
        return reservation + " " + String.join(" ", record.subList(0, 4));
    }
}
