package stampede.pastsale;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;

/**
 * Takes the orders of sales that were closed out long ago to the tables of past sales, one sale at a time: proves it, moves it in
 * transactions of a thousand rows, and proves it again from where it lies then. Whoever does it may die anywhere; the next one goes on.
 */
@Component
class SaleMover {

    private static final Logger log = LoggerFactory.getLogger(SaleMover.class);

    /** Whoever has just looked where the orders are has read them by then. */
    private static final Duration NOTICE = Duration.ofMinutes(1);

    private static final Duration AGAIN = Duration.ofDays(1);

    /** A sale that sells meanwhile has the database to itself for three quarters of the time. */
    private static final int REST = 3;

    private static final Duration LEAST_REST = Duration.ofMillis(50);

    private final PastSaleRepository sales;
    private final PastOrderRepository orders;
    private final SaleProof proof;
    private final PastSaleProperties properties;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SaleMover(
            PastSaleRepository sales,
            PastOrderRepository orders,
            SaleProof proof,
            PastSaleProperties properties,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.sales = sales;
        this.orders = orders;
        this.proof = proof;
        this.properties = properties;
        this.transaction = new TransactionTemplate(transactions);
        transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.clock = clock;
    }

    /** Goes on with the sale that is next, for at most so long and a little more. */
    void turn(Duration most) {
        sales.next(clock.instant().minus(properties.after()), clock.instant())
                .ifPresent(offer -> turn(offer, clock.instant().plus(most)));
    }

    /** Goes on with this one. */
    void turn(OfferId offer, Instant until) {
        var sale = sales.find(offer);
        switch (sale.map(PastSale::state).orElse(PastSaleState.WAITING)) {
            case WAITING, REFUSED -> begin(offer);
            case MOVING -> move(sale.orElseThrow(), until);
            case BROKEN -> end(sale.orElseThrow());
            case MOVED -> {}
        }
    }

    private void begin(OfferId offer) {
        var open = orders.open(offer);
        if (open.isPresent()) {
            put(offer, PastSaleState.WAITING, PastSale.Rows.NONE, AGAIN, open.get());
            return;
        }
        var faults = proof.faults(offer);
        if (!faults.isEmpty()) {
            log.atError()
                    .addKeyValue("offer", offer)
                    .log("The orders of offer {} stay where they are, its proof does not agree: {}", offer, faults);
            put(offer, PastSaleState.REFUSED, PastSale.Rows.NONE, AGAIN, String.join("; ", faults));
            return;
        }
        put(offer, PastSaleState.MOVING, orders.current(offer), NOTICE, "");
    }

    private void move(PastSale sale, Instant until) {
        var rows = 1;
        while (rows > 0 && clock.instant().isBefore(until)) {
            var began = System.nanoTime();
            rows = Objects.requireNonNull(transaction.execute(status -> orders.moveSome(sale.offer())));
            if (rows > 0 && !rest(Duration.ofNanos(System.nanoTime() - began))) {
                return;
            }
        }
        if (rows > 0) {
            return;
        }
        if (orders.isAnythingCurrent(sale.offer())) {
            sales.putOff(
                    sale.offer(),
                    clock.instant().plus(AGAIN),
                    orders.open(sale.offer()).orElse(""));
        } else {
            end(sale);
        }
    }

    private void end(PastSale sale) {
        var offer = sale.offer();
        var faults = faults(sale);
        var ended = Boolean.TRUE.equals(transaction.execute(status -> {
            // Whoever brings an order back changes this row.
            put(
                    offer,
                    faults.isEmpty() ? PastSaleState.MOVED : PastSaleState.BROKEN,
                    sale.before(),
                    AGAIN,
                    String.join("; ", faults));
            if (orders.isAnythingCurrent(offer)) {
                status.setRollbackOnly();
            }
            return !status.isRollbackOnly();
        }));
        if (ended && faults.isEmpty()) {
            log.atInfo().addKeyValue("offer", offer).log("The orders of offer {} are among those of past sales", offer);
        } else if (ended) {
            log.atError()
                    .addKeyValue("offer", offer)
                    .log(
                            "The orders of offer {} are among those of past sales, its proof does not agree: {}",
                            offer,
                            faults);
        }
    }

    private List<String> faults(PastSale sale) {
        var there = orders.past(sale.offer());
        return there.haveAll(sale.before())
                ? proof.faults(sale.offer())
                : List.of("There are " + there + ", there were " + sale.before());
    }

    private void put(OfferId offer, PastSaleState state, PastSale.Rows before, Duration wait, String reason) {
        var now = clock.instant();
        sales.put(new PastSale(offer, state, now, before, reason), now.plus(wait));
    }

    /** Answers false if the node is stopping. */
    private static boolean rest(Duration took) {
        var pause = took.multipliedBy(REST);
        try {
            Thread.sleep(Math.max(pause.toMillis(), LEAST_REST.toMillis()));
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
