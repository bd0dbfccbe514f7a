package stampede.counter;

import java.util.Optional;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import stampede.catalog.Offer;
import stampede.catalog.OfferKind;
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

    /**
     * In the transaction that publishes the offer: none is published without a balance, and there is no balance without its INIT.
     * Publishing one again changes nothing: units are added and taken off by those who run its sale.
     */
    @EventListener
    void open(OfferPublished published) {
        if (ledger.terms(published.offer().id()).isEmpty()) {
            open(published.offer(), published.kind());
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

    private void open(Offer offer, OfferKind kind) {
        balances.open(
                offer.id(),
                offer.window(),
                offer.limitPerShopper(),
                offer.limitPerAddress(),
                offer.allotment(),
                Optional.of(offer.price()),
                kind);
        movements.init(offer.id(), offer.allotment());
    }
}
