package stampede.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.Catalog;
import stampede.catalog.OfferKind;
import stampede.catalog.OfferPublished;
import stampede.catalog.SaleWindow;
import stampede.counter.CounterCloser;
import stampede.counter.CounterInspection;
import stampede.counter.StockView;
import stampede.stock.StockBalanceRepository;

/**
 * Opens and closes the sale of a shadow: in the ledger and the counter as any sale, in the catalogue not at all. What ends here is closed out
 * by those who close out every sale.
 */
@Component
class ShadowSale {

    private static final Logger log = LoggerFactory.getLogger(ShadowSale.class);

    /** Clocks differ, and the shadow sells at once. */
    private static final Duration BEFORE = Duration.ofMinutes(1);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_EVERY_MILLIS = 50;

    private final RehearsalRepository rows;
    private final Catalog catalog;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final CounterInspection counter;
    private final CounterCloser closer;
    private final StockBalanceRepository balances;
    private final Clock clock;

    ShadowSale(
            RehearsalRepository rows,
            Catalog catalog,
            ApplicationEventPublisher events,
            TransactionTemplate transaction,
            CounterInspection counter,
            CounterCloser closer,
            StockBalanceRepository balances,
            Clock clock) {
        this.rows = rows;
        this.catalog = catalog;
        this.events = events;
        this.transaction = transaction;
        this.counter = counter;
        this.closer = closer;
        this.balances = balances;
        this.clock = clock;
    }

    /**
     * Puts it on sale, and waits until the counter sells.
     *
     * @param until when its sale ends
     * @param stopped whether it is not to be waited for any longer
     * @return false if it does not sell: the offer is gone, or the counter was not filled in time
     */
    boolean open(Rehearsal rehearsal, Instant until, BooleanSupplier stopped) throws InterruptedException {
        var real = catalog.offer(rehearsal.plan().offer());
        if (real.isEmpty()) {
            return false;
        }
        var now = clock.instant();
        var window = new SaleWindow(now.minus(BEFORE), until);
        var shadow = StoredShadowOffers.shadow(real.get(), rehearsal, window);
        transaction.executeWithoutResult(status -> {
            rows.open(rehearsal.id(), window);
            events.publishEvent(new OfferPublished(shadow, OfferKind.GOODS));
        });
        var patience = now.plus(PATIENCE);
        while (!sells(rehearsal) && !stopped.getAsBoolean() && clock.instant().isBefore(patience)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
        return sells(rehearsal);
    }

    /**
     * Shuts the gate, then ends the sale in the ledger, or the audit would open it again; what was accepted becomes an order. If Redis is
     * away, the shadow ends a little later by its time.
     */
    void close(Rehearsal rehearsal) {
        try {
            closer.close(rehearsal.shadow());
            var ended = balances.stop(rehearsal.shadow(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
            log.debug("The sale of shadow {} ended now: {}", rehearsal.shadow(), ended);
        } catch (DataAccessException away) {
            // Its time is over in a few minutes, and no bot has a pass for longer.
        }
    }

    private boolean sells(Rehearsal rehearsal) {
        return counter.gate(rehearsal.shadow()).equals(Optional.of(StockView.Gate.OPEN));
    }
}
