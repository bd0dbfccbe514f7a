package stampede.counter;

import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.catalog.OfferId;
import stampede.stock.StockBalanceRepository;

/**
 * Ends an offer's counter when its sale is over: the gate is closed, the ledger notes that the sale is closed out, and
 * the keys are dropped. Each step may be repeated by anyone; after the second the counter is never built again.
 */
@Component
public class CounterCloser {

    private final StockBalanceRepository balances;
    private final CounterLoader loading;

    CounterCloser(StockBalanceRepository balances, CounterLoader loading) {
        this.balances = balances;
        this.loading = loading;
    }

    /** Offers whose sale ended before that and is not closed out, those that ended first coming first. */
    public List<OfferId> due(Instant endedBefore, int most) {
        return balances.notClosedOut(endedBefore, most);
    }

    /** How many there are of them. */
    public long countDue(Instant endedBefore) {
        return balances.countNotClosedOut(endedBefore);
    }

    /** Shuts the gate for good, if Redis knows the offer. */
    public void close(OfferId offer) {
        loading.close(offer);
    }

    /**
     * Notes that the offer's sale is closed out, inside the caller's transaction, and keeps others from moving its units until that ends.
     *
     * @return false if somebody else has closed it out
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean closeOut(OfferId offer, Instant at) {
        return balances.closeOut(offer, at);
    }

    /** Offers that are closed out and still in Redis, as far as is known. */
    public List<OfferId> toDrop(int most) {
        return balances.closedOutInCounter(most);
    }

    /** Has Redis forget the offer. */
    public void drop(OfferId offer) {
        loading.drop(offer);
        balances.markDropped(offer);
    }
}
