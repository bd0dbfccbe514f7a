package stampede.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.counter.StockCounter;
import stampede.stock.AddressKey;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.stock.TakeAnswer;

/**
 * Makes orders of reservations, many in one transaction, and tells Redis afterwards. Doing it again finds the rows there and
 * only tells Redis again.
 */
@Component
class OrderPlacing implements ReservationAbandonment {

    private static final Logger log = LoggerFactory.getLogger(OrderPlacing.class);

    /**
     * Of two workers with the same message one finds, the second time, what the other stored; and a transaction that had to give way to
     * another is done over here, because nobody else does it before the next attempt, in ten seconds.
     */
    private static final int TRIES = 5;

    private final OrderRepository rows;
    private final StockLedger ledger;
    private final StockCounter counter;
    private final NewOrders newOrders;
    private final CouponIssue coupons;
    private final DatabaseClock clock;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transaction;
    private final TransactionTemplate ownTransaction;

    OrderPlacing(
            OrderRepository rows,
            StockLedger ledger,
            StockCounter counter,
            NewOrders newOrders,
            CouponIssue coupons,
            DatabaseClock clock,
            ApplicationEventPublisher events,
            PlatformTransactionManager transactions) {
        this.rows = rows;
        this.ledger = ledger;
        this.counter = counter;
        this.newOrders = newOrders;
        this.coupons = coupons;
        this.clock = clock;
        this.events = events;
        this.transaction = readCommitted(transactions, TransactionDefinition.PROPAGATION_REQUIRED);
        this.ownTransaction = readCommitted(transactions, TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    /**
     * Stores these as orders or tombstones and tells Redis which.
     *
     * @param drafts each reservation once
     * @param terms on which the ledger sells their offers
     * @return false if Redis did not answer; the orders stand, and it is to be told again
     * @throws DataAccessException if the database did not do its part; nothing is stored then
     */
    boolean place(List<OrderDraft> drafts, Map<OfferId, SaleTerms> terms) {
        var held = store(drafts, terms);
        try {
            tellRedis(drafts, held);
            return true;
        } catch (DataAccessException noRedis) {
            return false;
        }
    }

    @Override
    public boolean abandon(Reservation reservation) {
        if (rows.isPast(new OrderId(reservation.id().value()))) {
            return false;
        }
        try {
            ownTransaction.executeWithoutResult(status -> rows.insertAbandoned(reservation, clock.nowMs()));
            events.publishEvent(new Abandoned(reservation));
            return true;
        } catch (DuplicateKeyException decided) {
            return false;
        }
    }

    private Map<OrderId, Boolean> store(List<OrderDraft> drafts, Map<OfferId, SaleTerms> terms) {
        for (int tried = 1; ; tried++) {
            try {
                var stored = transaction.execute(status -> storeOnce(drafts, terms));
                stored.placed().forEach(reservation -> events.publishEvent(new OrderPlaced(reservation)));
                stored.rejected().forEach(events::publishEvent);
                return stored.held();
            } catch (DuplicateKeyException | ConcurrencyFailureException again) {
                if (tried == TRIES) {
                    throw again;
                }
            }
        }
    }

    /** The rows that all batches wait for, the offers' balances, are locked last; only a surplus and coupons have something to do after. */
    private Stored storeOnce(List<OrderDraft> drafts, Map<OfferId, SaleTerms> terms) {
        var held = rows.existing(drafts, terms.values().stream().anyMatch(SaleTerms::closedOut));
        var fresh =
                drafts.stream().filter(draft -> !held.containsKey(draft.id())).toList();
        if (fresh.isEmpty()) {
            return new Stored(held, List.of(), List.of());
        }
        newOrders.insert(fresh, terms);
        var placed = new ArrayList<Reservation>();
        var rejected = new HashMap<OrderId, Rejection>();
        var priced = atTheLedgersPrice(fresh, terms);
        var takes = ledger.take(priced.stream().map(OrderDraft::reservation).toList(), addresses(priced));
        for (var draft : fresh) {
            if (!priced.contains(draft)) {
                rejected.put(draft.id(), Rejection.PRICE_CHANGED);
            } else {
                switch (takes.getOrDefault(draft.reservation().id(), TakeAnswer.SOLD_OUT)) {
                    case TAKEN -> placed.add(draft.reservation());
                    case SOLD_OUT -> rejected.put(draft.id(), Rejection.SOLD_OUT);
                    case LIMIT_REACHED -> rejected.put(draft.id(), Rejection.LIMIT_REACHED);
                }
            }
            held.put(draft.id(), !rejected.containsKey(draft.id()));
        }
        if (!rejected.isEmpty()) {
            rows.reject(rejected);
        }
        issueCoupons(fresh, held, terms);
        return new Stored(held, placed, told(fresh, rejected));
    }

    private static Map<ReservationId, AddressKey> addresses(Set<OrderDraft> drafts) {
        var addresses = new HashMap<ReservationId, AddressKey>();
        drafts.forEach(draft -> draft.addressKey()
                .ifPresent(address -> addresses.put(draft.reservation().id(), address)));
        return addresses;
    }

    private static List<Rejection.Told> told(List<OrderDraft> drafts, Map<OrderId, Rejection> rejected) {
        return rejected.isEmpty()
                ? List.of()
                : drafts.stream()
                        .filter(draft -> rejected.containsKey(draft.id()))
                        .map(draft -> new Rejection.Told(
                                draft.reservation(), Objects.requireNonNull(rejected.get(draft.id()))))
                        .toList();
    }

    /** After the units are taken, because what is surplus gets none. */
    private void issueCoupons(List<OrderDraft> drafts, Map<OrderId, Boolean> held, Map<OfferId, SaleTerms> terms) {
        var taken = drafts.stream()
                .filter(draft -> draft.isFreeCoupon(terms) && held.getOrDefault(draft.id(), false))
                .map(OrderDraft::reservation)
                .toList();
        if (!taken.isEmpty()) {
            coupons.issue(taken);
        }
    }

    /**
     * Those that the shopper was promised at the price the database knows. The price of a reservation comes from Redis, so another one
     * means a stale copy at the very moment of opening, or a hand in Redis: the shopper is told, and so is the log.
     */
    private static Set<OrderDraft> atTheLedgersPrice(List<OrderDraft> drafts, Map<OfferId, SaleTerms> terms) {
        var priced = new LinkedHashSet<>(drafts);
        priced.removeIf(draft -> !draft.isPricedBy(terms));
        if (priced.size() < drafts.size()) {
            log.warn(
                    "{} of {} reservations have another price than the ledger and become no orders",
                    drafts.size() - priced.size(),
                    drafts.size());
        }
        return priced;
    }

    private void tellRedis(Collection<OrderDraft> drafts, Map<OrderId, Boolean> held) {
        var toSettle = reservations(drafts, held, true);
        if (!toSettle.isEmpty()) {
            counter.settle(toSettle);
        }
        var toRelease = reservations(drafts, held, false);
        if (!toRelease.isEmpty()) {
            counter.release(toRelease);
        }
    }

    private static List<Reservation> reservations(
            Collection<OrderDraft> drafts, Map<OrderId, Boolean> held, boolean wanted) {
        return drafts.stream()
                .filter(draft -> held.getOrDefault(draft.id(), false) == wanted)
                .map(OrderDraft::reservation)
                .toList();
    }

    private static TransactionTemplate readCommitted(PlatformTransactionManager transactions, int propagation) {
        var template = new TransactionTemplate(transactions);
        template.setPropagationBehavior(propagation);
        template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return template;
    }

    /** What one transaction left behind: whether each order holds units, and which were placed or rejected just now. */
    private record Stored(Map<OrderId, Boolean> held, List<Reservation> placed, List<Rejection.Told> rejected) {}
}
