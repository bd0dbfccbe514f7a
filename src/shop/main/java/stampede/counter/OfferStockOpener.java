package stampede.counter;

import java.util.Optional;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import stampede.catalog.Offer;
import stampede.catalog.OfferPriceChanged;
import stampede.catalog.OfferPublished;
import stampede.stock.StockBalanceRepository;
import stampede.stock.StockLedger;
import stampede.stock.StockMovementRepository;
import stampede.stock.StockTotalChanged;

/** Gives each published offer its place in the ledger, and tells the counter of new totals. */
@Component
class OfferStockOpener {

    private final StockLedger ledger;
    private final StockBalanceRepository balances;
    private final StockMovementRepository movements;
    private final CounterLoader loading;

    OfferStockOpener(
            StockLedger ledger,
            StockBalanceRepository balances,
            StockMovementRepository movements,
            CounterLoader loading) {
        this.ledger = ledger;
        this.balances = balances;
        this.movements = movements;
        this.loading = loading;
    }

    /** In the transaction that stores the offer: there is no offer without a balance, and no balance without its INIT. */
    @EventListener
    void open(OfferPublished published) {
        var offer = published.offer();
        if (ledger.terms(offer.id()).isEmpty()) {
            open(offer);
        } else {
            ledger.changeTotal(offer.id(), offer.allotment());
        }
    }

    /** In the transaction that changes it, so that no order is compared with a price nobody was shown. */
    @EventListener
    void changePrice(OfferPriceChanged changed) {
        balances.changePrice(changed.offer(), changed.price());
    }

    /** If Redis is away now, the audit tells it later. */
    @TransactionalEventListener(fallbackExecution = true)
    void changeTotal(StockTotalChanged total) {
        loading.align(total.offer());
    }

    private void open(Offer offer) {
        balances.open(
                offer.id(), offer.window(), offer.limitPerShopper(), offer.allotment(), Optional.of(offer.price()));
        movements.init(offer.id(), offer.allotment());
    }
}
