package stampede.stock;

import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * Lets an operator stop the sale of an offer for a while. What was chosen is in the ledger, so a rebuild keeps it; if Redis
 * cannot be told at once, that throws, and the audit tells it later.
 */
@Component
public class StockGate {

    private final StockBalances balances;
    private final StockLoading loading;

    StockGate(StockBalances balances, StockLoading loading) {
        this.balances = balances;
        this.loading = loading;
    }

    /**
     * From when this returns no units are reserved; what was reserved before becomes orders.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void pause(OfferId offer) {
        balances.pause(offer, true);
        loading.align(offer);
    }

    /**
     * Sells again.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void resume(OfferId offer) {
        balances.pause(offer, false);
        loading.align(offer);
    }
}
