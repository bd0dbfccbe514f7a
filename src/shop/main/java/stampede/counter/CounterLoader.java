package stampede.counter;

import com.google.common.collect.Lists;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.stock.SaleTerms;
import stampede.stock.StockBalanceRepository;

/**
 * Brings the counter in line with the ledger's terms. The steps of a rebuild are {@link #begin}, {@link #load}, settling
 * what orders hold, and {@link #open}; each is fenced by the epoch, so that of two who rebuild the older one loses.
 */
@Component
public class CounterLoader {

    private static final int MOST_PER_CALL = 250;

    private final StockBalanceRepository balances;
    private final CounterInspection inspection;
    private final CounterRedis redis;

    CounterLoader(StockBalanceRepository balances, CounterInspection inspection, CounterRedis redis) {
        this.balances = balances;
        this.inspection = inspection;
        this.redis = redis;
    }

    /**
     * Asks to be the one who rebuilds the counter of an offer.
     *
     * @param seen its terms as read before; of all who saw the same epoch one wins
     * @param pause how long the last rebuild must be ago
     * @return its terms with the epoch to rebuild under, or empty if it is for somebody else to do
     */
    public Optional<SaleTerms> begin(SaleTerms seen, Duration pause) {
        return balances.advanceEpoch(seen.offer(), seen.epoch(), pause)
                ? balances.terms(List.of(seen.offer())).stream()
                        .filter(terms -> terms.epoch() == seen.epoch() + 1)
                        .findFirst()
                : Optional.empty();
    }

    /** Starts the counter anew under the terms' epoch, its gate shut; false if a newer rebuild is under way. */
    public boolean load(SaleTerms terms) {
        if (tryToLoad(terms)) {
            return true;
        }
        if (!hasAnEpochToCome(terms.offer())) {
            return false;
        }
        drop(terms.offer());
        return tryToLoad(terms);
    }

    /** Epochs are given by the ledger, so a later one than its latest was written by hand. The ledger is asked last. */
    private boolean hasAnEpochToCome(OfferId offer) {
        var seen = inspection.views(List.of(offer)).getOrDefault(offer, CounterRecords.UNKNOWN);
        return balances.terms(List.of(offer)).stream().anyMatch(terms -> terms.epoch() < seen.epoch());
    }

    /**
     * Puts in order what follows from the reservations alone: the line for checks, and where idempotency keys lead.
     *
     * @param outOfPlace as {@link CounterSnapshot} names them
     * @return how many were out of order
     */
    public int index(OfferId offer, Collection<String> outOfPlace) {
        var mended = 0;
        for (var some : Lists.partition(List.copyOf(outOfPlace), MOST_PER_CALL)) {
            mended += Integer.parseInt(AsyncRedis.await(redis.run(CounterScript.INDEX, offer, some))
                    .get(0));
        }
        return mended;
    }

    private boolean tryToLoad(SaleTerms terms) {
        return asks(
                "WARMING",
                CounterScript.LOAD,
                terms.offer(),
                Long.toString(terms.epoch()),
                Integer.toString(terms.total()),
                Long.toString(terms.totalVersion()),
                Long.toString(terms.window().opensAt().toEpochMilli()),
                Long.toString(terms.window().closesAt().toEpochMilli()),
                Integer.toString(terms.limitPerShopper()));
    }

    /**
     * Opens the gate after a rebuild, or leaves it paused if an operator wants that; false if the rebuild is stale, or the sale was
     * stopped for good. The ledger is asked after the load, so whoever stops it from then on finds this counter and shuts it.
     */
    public boolean open(SaleTerms terms) {
        var gate = gateOf(terms.offer());
        var opened = gate != StockView.Gate.CLOSED && gate(terms.offer(), terms.epoch(), StockView.Gate.WARMING, gate);
        align(terms.offer());
        return opened;
    }

    /**
     * Brings the gate and the total of a running sale in line with the ledger. What the operator decided while this was
     * under way is found by reading the ledger after the counter. The total is told even if it is the same: its version keeps
     * older ones out that may still be on their way.
     */
    public void align(OfferId offer) {
        var view = inspection.views(List.of(offer)).getOrDefault(offer, CounterRecords.UNKNOWN);
        var terms = balances.terms(List.of(offer)).stream().findFirst();
        if (terms.isEmpty() || view.gate() == StockView.Gate.COLD) {
            return;
        }
        total(terms.get());
        if (terms.get().isStopped()) {
            close(terms.get());
        } else if (terms.get().paused()) {
            gate(offer, view.epoch(), StockView.Gate.OPEN, StockView.Gate.PAUSED);
        } else {
            gate(offer, view.epoch(), StockView.Gate.PAUSED, StockView.Gate.OPEN);
        }
    }

    /** Shuts the gate for good, wherever it is and whoever rebuilds; nothing is reserved from then on. */
    public void close(OfferId offer) {
        balances.terms(List.of(offer)).forEach(this::close);
    }

    /**
     * Tells the counter of a lower total before the ledger has it, so that what is reserved and has no order yet is not sold twice.
     * The caller holds the offer's balance, and makes the ledger say the same or fails; then the counter is ahead, and sells less than
     * it might until it is brought in line.
     *
     * @param seen the terms as they are under the lock
     * @return what became of it
     */
    public LowerTotal lowerTotal(SaleTerms seen, int total) {
        var answer = AsyncRedis.await(redis.run(
                CounterScript.TOTAL,
                seen.offer(),
                List.of(Integer.toString(total), Long.toString(seen.totalVersion() + 1), "0")));
        return switch (answer.get(0)) {
            case "DONE", "COLD" -> new LowerTotal(LowerTotal.State.LOWERED, 0);
            case "SHORT" -> new LowerTotal(LowerTotal.State.TOO_FEW_LEFT, Integer.parseInt(answer.get(1)));
            case "OLD" -> new LowerTotal(LowerTotal.State.AHEAD, 0);
            default -> throw new IllegalStateException("The counter answers a total with " + answer);
        };
    }

    /** Forgets the offer; whoever needs it afterwards finds it cold. */
    public void drop(OfferId offer) {
        asks("DONE", CounterScript.DROP, offer);
    }

    /**
     * Tells the counter of the total. Where somebody died between taking units off the counter and the ledger, the counter has a version
     * of which the ledger knows nothing; a newer one overtakes it.
     */
    private void total(SaleTerms terms) {
        var answer = tellTotal(terms);
        if (answer.get(0).equals("OLD")
                && balances.overtake(terms.offer(), Long.parseLong(answer.get(1)), Integer.parseInt(answer.get(2)))) {
            balances.terms(List.of(terms.offer())).forEach(this::tellTotal);
        }
    }

    private List<String> tellTotal(SaleTerms terms) {
        return AsyncRedis.await(redis.run(
                CounterScript.TOTAL,
                terms.offer(),
                List.of(Integer.toString(terms.total()), Long.toString(terms.totalVersion()))));
    }

    private boolean gate(OfferId offer, long epoch, StockView.Gate from, StockView.Gate to) {
        return asks("DONE", CounterScript.MOVE_GATE, offer, Long.toString(epoch), from.name(), to.name());
    }

    private void close(SaleTerms terms) {
        asks(
                "DONE",
                CounterScript.CLOSE,
                terms.offer(),
                Long.toString(terms.window().closesAt().toEpochMilli()));
    }

    /** Where the gate belongs after a rebuild, by the ledger as it is now. */
    private StockView.Gate gateOf(OfferId offer) {
        var terms = balances.terms(List.of(offer));
        if (terms.stream().anyMatch(SaleTerms::isStopped)) {
            return StockView.Gate.CLOSED;
        }
        return terms.stream().anyMatch(SaleTerms::paused) ? StockView.Gate.PAUSED : StockView.Gate.OPEN;
    }

    private boolean asks(String yes, CounterScript script, OfferId offer, String... arguments) {
        return AsyncRedis.await(redis.run(script, offer, List.of(arguments)))
                .get(0)
                .equals(yes);
    }

    /**
     * What the counter says to fewer units in all.
     *
     * @param state what became of it
     * @param left units that nobody has, where there are too few
     */
    public record LowerTotal(State state, int left) {

        /** What became of it. */
        public enum State {
            /** So it is, or the counter does not know the offer. */
            LOWERED,
            /** Then not all that is reserved could be had; nothing has changed. */
            TOO_FEW_LEFT,
            /** It has a newer total than the ledger: somebody died between the two, and it is about to be repaired. */
            AHEAD
        }
    }
}
