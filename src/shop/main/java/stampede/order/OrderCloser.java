package stampede.order;

import static java.util.stream.Collectors.groupingBy;

import com.google.common.collect.Lists;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.counter.ReleaseUnits;
import stampede.stock.Reservation;
import stampede.stock.StockLedger;
import stampede.task.Tasks;

/**
 * Closes orders that nobody paid, in three steps, each of which may be repeated by anyone: the order starts closing, its trade
 * is closed at the provider, its units go back. They go back once, because only one caller can move an order from closing to
 * closed, and the ledger takes one return per order.
 */
@Component
class OrderCloser {

    /** How many orders are closed in one transaction; while it lasts, buyers of the offer wait for its row. */
    private static final int TOGETHER = 200;

    /** How many the poller looks for at a time: in a large sale the index is full of orders that have just left it, and a look is dear. */
    private static final int BATCH = 1_000;

    private static final Logger log = LoggerFactory.getLogger(OrderCloser.class);

    private static final String EXPIRY = "expiry";
    private static final String PROVIDER = "provider";

    private final OrderStateMachine steps;
    private final ClosingOrderRepository rows;
    private final TradeCloser trades;
    private final StockLedger ledger;
    private final Tasks tasks;
    private final ApplicationEventPublisher events;
    private final OrderProperties properties;
    private final TransactionTemplate transaction;

    OrderCloser(
            OrderStateMachine steps,
            ClosingOrderRepository rows,
            TradeCloser trades,
            StockLedger ledger,
            Tasks tasks,
            ApplicationEventPublisher events,
            OrderProperties properties,
            PlatformTransactionManager transactions) {
        this.steps = steps;
        this.rows = rows;
        this.trades = trades;
        this.ledger = ledger;
        this.tasks = tasks;
        this.events = events;
        this.properties = properties;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Closes the shopper's order at once, as far as the provider answers; the poller does the rest. */
    boolean cancel(AccountId shopper, OrderId order) {
        var who = "shopper:" + shopper;
        if (!rows.isOf(shopper, order) || !steps.startClosing(order, CloseReason.CANCELLED, who)) {
            return false;
        }
        finish(List.of(order), who);
        return true;
    }

    /** Whoever calls it goes on with {@link #closeIfDue} outside of their transaction; the poller does if they die before. */
    boolean startClosing(OrderId order, String who) {
        return steps.startClosing(order, CloseReason.OPERATOR, who);
    }

    /** Closes an order whose trade the provider has closed, as far as nobody else does. */
    void closeWithTrade(OrderId order) {
        if (steps.startClosing(order, CloseReason.TRADE_CLOSED, PROVIDER)) {
            finish(List.of(order), PROVIDER);
        }
    }

    /** Closes those of these whose time is up by the database's clock. */
    void closeOverdue(Collection<OrderId> orders) {
        if (!orders.isEmpty()) {
            finish(start(() -> rows.lockOverdue(orders), EXPIRY), EXPIRY);
        }
    }

    /** Does for one order at once what the poller does for all: closes it if its time is up, or tries again if it is closing. */
    void closeIfDue(OrderId order, String who) {
        start(() -> rows.lockOverdue(List.of(order)), who);
        finish(rows.closing(order), who);
    }

    /**
     * The same, but if the provider does not answer, the order is closed without its word, as it would be later: an operator does not want
     * its units to wait. A payment that comes later is refunded.
     */
    void closeWithoutWord(OrderId order, String who) {
        start(() -> rows.lockOverdue(List.of(order)), who);
        rows.closing(order)
                .forEach(closing -> finish(
                        List.of(closing), Map.of(closing, trades.closeNow(closing)), who, unanswered -> unanswered));
    }

    /** Closes all whose time is up, and tries again those that have been left closing. */
    void closeAllOverdue() {
        List<OrderId> started;
        do {
            started = start(() -> rows.lockOverdue(BATCH), EXPIRY);
            finish(started, EXPIRY);
        } while (started.size() == BATCH);
        for (var left = rows.closing(0, BATCH); !left.isEmpty(); ) {
            finish(left, EXPIRY);
            left = rows.closing(left.get(left.size() - 1).value(), BATCH);
        }
    }

    private List<OrderId> start(Supplier<List<OrderId>> overdue, String who) {
        return Objects.requireNonNull(transaction.execute(status -> {
            var orders = overdue.get();
            steps.startClosing(orders, CloseReason.EXPIRED, who);
            return orders;
        }));
    }

    /** The units of a refunded order go back like those of a closed one; only their status stays. */
    boolean putUnitsBack(OrderId order) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            if (!steps.putUnitsBack(order)) {
                return false;
            }
            var back = rows.reservations(List.of(order));
            tasks.send(ReleaseUnits.of(back));
            ledger.giveBack(back);
            return true;
        }));
    }

    /** Outside of any transaction, because it talks to the provider. */
    private void finish(List<OrderId> closing, String who) {
        if (!closing.isEmpty()) {
            finish(closing, trades.close(closing), who, this::closingForTooLong);
        }
    }

    /**
     * Does what the provider's answers let it do.
     *
     * @param patience which of those that the provider does not answer about are closed all the same
     */
    private void finish(
            List<OrderId> closing,
            Map<OrderId, TradeCloser.Answer> given,
            String who,
            UnaryOperator<Collection<OrderId>> patience) {
        var answers =
                closing.stream().collect(groupingBy(order -> given.getOrDefault(order, TradeCloser.Answer.UNKNOWN)));
        answers.getOrDefault(TradeCloser.Answer.PAID, List.of()).forEach(order -> steps.markPaid(order, PROVIDER));
        close(answers.getOrDefault(TradeCloser.Answer.CLOSED, List.of()), who, true);
        close(patience.apply(answers.getOrDefault(TradeCloser.Answer.UNKNOWN, List.of())), who, false);
    }

    /** A provider that is silent for long does not keep units from the next shopper; a payment that comes later is refunded. */
    private Collection<OrderId> closingForTooLong(Collection<OrderId> unanswered) {
        return unanswered.isEmpty() ? List.of() : rows.closingLongerThan(properties.giveUpClosingAfter(), unanswered);
    }

    /** One offer at a time, so that a transaction waits for one offer's row only. */
    private void close(Collection<OrderId> orders, String who, boolean answered) {
        if (orders.isEmpty()) {
            return;
        }
        rows.reservations(orders).stream()
                .collect(groupingBy(Reservation::offer))
                .values()
                .forEach(ofOneOffer ->
                        Lists.partition(ofOneOffer, TOGETHER).forEach(some -> giveBackTogether(some, who, answered)));
    }

    /** One that the ledger contradicts must not keep the others from closing: it is left alone, closing, for an operator. */
    private void giveBackTogether(List<Reservation> orders, String who, boolean answered) {
        try {
            transaction.executeWithoutResult(status -> giveBack(orders, who, answered));
        } catch (IllegalStateException | DataIntegrityViolationException contradiction) {
            if (orders.size() == 1) {
                log.error("Order {} cannot be closed", orders.get(0).id(), contradiction);
            } else {
                orders.forEach(order -> giveBackTogether(List.of(order), who, answered));
            }
        }
    }

    private void giveBack(List<Reservation> orders, String who, boolean answered) {
        var moved = steps.close(orders.stream().map(OrderCloser::id).toList(), who);
        var closed = orders.stream().filter(order -> moved.contains(id(order))).toList();
        if (!closed.isEmpty()) {
            tasks.send(ReleaseUnits.of(closed));
            closed.forEach(order -> events.publishEvent(new OrderClosed(order)));
            ledger.giveBack(closed);
            if (!answered) {
                closed.forEach(order -> events.publishEvent(withoutWord(order, who)));
            }
        }
    }

    private static Compensation withoutWord(Reservation order, String who) {
        return Compensation.of(CompensationKind.CLOSED_WITHOUT_WORD, CompensationOutcome.OK, who)
                .of(order)
                .build();
    }

    private static OrderId id(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }
}
