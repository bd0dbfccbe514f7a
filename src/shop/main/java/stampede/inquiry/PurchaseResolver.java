package stampede.inquiry;

import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.counter.CounterTrace;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.recovery.ReservationSweeper;

/**
 * Resolves one purchase because an operator asks for it: does at once what sweeper, poller and audit would do, by their own code,
 * so nothing can come of it that could not have come by itself. May be repeated.
 */
@Component
public class PurchaseResolver {

    private static final String ACTION = "PURCHASE_RESOLVED";

    private final PurchaseFinder finder;
    private final ReservationSweeper sweeper;
    private final Orders orders;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    PurchaseResolver(
            PurchaseFinder finder,
            ReservationSweeper sweeper,
            Orders orders,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.finder = finder;
        this.sweeper = sweeper;
        this.orders = orders;
        this.audit = audit;
        this.transaction = transaction;
    }

    /**
     * Resolves it, as far as it can be now, and writes to the audit log that this begins and what came of it: two lines, because
     * Alipay and Redis, which are asked, are in no transaction.
     */
    public Outcome resolve(SignedIn operator, OrderId id) {
        var before = finder.find(id);
        if (!before.known()) {
            return before.redisAnswered() ? Outcome.UNKNOWN : Outcome.REDIS_AWAY;
        }
        if (!isOpen(before)) {
            return Outcome.NOTHING_TO_DO;
        }
        var who = operator.who();
        write(who, id, new Change(state(before), ""), "begins");
        bringForward(before, who);
        var after = finder.find(id);
        var outcome = outcome(before, after);
        write(who, id, new Change(state(before), state(after)), outcome.name());
        return outcome;
    }

    private static boolean isOpen(PurchaseFacts facts) {
        return facts.row().isEmpty() || isUnpaid(facts) || facts.redisIsBehind();
    }

    private static boolean isUnpaid(PurchaseFacts facts) {
        return facts.row()
                .filter(row -> row.status() == OrderStatus.AWAITING_PAYMENT || row.status() == OrderStatus.CLOSING)
                .isPresent();
    }

    private void bringForward(PurchaseFacts facts, String who) {
        if (isUnpaid(facts)) {
            orders.closeIfDue(facts.id(), who);
        }
        if (!facts.redisAnswered()) {
            return;
        }
        facts.trace()
                .flatMap(CounterTrace::reserved)
                .ifPresentOrElse(
                        reserved -> sweeper.resolve(reserved.reservation().offer(), List.of(reserved)),
                        () -> facts.reservation().ifPresent(reservation -> sweeper.resolve(List.of(reservation))));
    }

    private static Outcome outcome(PurchaseFacts before, PurchaseFacts after) {
        return after.row()
                .map(row -> outcome(before, after, row.status()))
                .orElseGet(() -> isQueuedAgain(before, after) ? Outcome.QUEUED_AGAIN : Outcome.WAITS);
    }

    /** The sweeper puts off the next check of what the broker has confirmed. */
    private static boolean isQueuedAgain(PurchaseFacts before, PurchaseFacts after) {
        return !before.trace()
                .flatMap(CounterTrace::nextCheck)
                .equals(after.trace().flatMap(CounterTrace::nextCheck));
    }

    private static Outcome outcome(PurchaseFacts before, PurchaseFacts after, OrderStatus status) {
        var moved = before.row().filter(row -> row.status() == status).isEmpty();
        return switch (status) {
            case ABANDONED -> moved ? Outcome.GIVEN_UP : outcomeInRedis(before, after);
            case REJECTED -> moved ? Outcome.REJECTED : outcomeInRedis(before, after);
            case CLOSED -> moved ? Outcome.CLOSED : outcomeInRedis(before, after);
            case CLOSING -> Outcome.STILL_CLOSING;
            case PAID -> moved ? Outcome.PAID : outcomeInRedis(before, after);
            case AWAITING_PAYMENT, SHIPPED, FINISHED, REFUNDING, REFUNDED ->
                moved ? Outcome.PLACED : outcomeInRedis(before, after);
        };
    }

    private static Outcome outcomeInRedis(PurchaseFacts before, PurchaseFacts after) {
        if (!before.redisIsBehind() || after.redisIsBehind()) {
            return Outcome.NOTHING_TO_DO;
        }
        return after.holds() ? Outcome.PLACED : Outcome.RELEASED;
    }

    private static String state(PurchaseFacts facts) {
        return facts.row().map(row -> row.status().name()).orElse("no order");
    }

    private void write(String who, OrderId id, Change change, String detail) {
        transaction.executeWithoutResult(status -> audit.write(who, ACTION, "order:" + id, change, detail));
    }

    /** What came of it. */
    public enum Outcome {
        /** An order holds its units, and Redis knows it. */
        PLACED,
        /** The database has no units for it; it is turned away. */
        REJECTED,
        /** It was too old to become an order any more: it is lost, and its units can be sold again. */
        GIVEN_UP,
        /** Its order had ended; now its units are back in Redis too. */
        RELEASED,
        /** It is too young to be given up; its message is on its way again. */
        QUEUED_AGAIN,
        /** It is too young to be given up, and its message could not be sent again. */
        WAITS,
        /** Its order is closed. */
        CLOSED,
        /** Alipay says that it was paid. */
        PAID,
        /** Alipay does not say that its trade is closed. */
        STILL_CLOSING,
        /** It is where it ought to be. */
        NOTHING_TO_DO,
        /** Redis does not answer, so it cannot be found. */
        REDIS_AWAY,
        /** There is no trace of it. */
        UNKNOWN
    }
}
