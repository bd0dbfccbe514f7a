package stampede.inquiry;

import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.compensation.Compensations;
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
    private final Compensations compensations;
    private final TransactionTemplate transaction;

    PurchaseResolver(
            PurchaseFinder finder,
            ReservationSweeper sweeper,
            Orders orders,
            AuditLog audit,
            Compensations compensations,
            TransactionTemplate transaction) {
        this.finder = finder;
        this.sweeper = sweeper;
        this.orders = orders;
        this.audit = audit;
        this.compensations = compensations;
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
        tell(who, before, outcome);
        return outcome;
    }

    /**
     * Takes an unpaid purchase back, also while Alipay is silent: its order is closed and its units go back. Alipay is asked once more; only
     * if it does not answer, its word is not waited for, and money that comes later goes back by itself. What has no order yet is resolved
     * as {@link #resolve} does. Two lines in the audit log, as there.
     *
     * @param reason in the operator's words
     */
    public Outcome rollBack(SignedIn operator, OrderId id, String reason) {
        var before = finder.find(id);
        if (!isUnpaid(before)) {
            return resolve(operator, id);
        }
        var act = new AuditLog.Act(operator.who(), "PURCHASE_ROLLED_BACK", "order:" + id).because(reason);
        write(act, new Change(state(before), ""));
        orders.closeWithoutWord(id, operator.who());
        var after = finder.find(id);
        var outcome = outcome(before, after);
        write(
                new AuditLog.Act(act.who(), act.action(), act.subject(), act.reason(), outcome.name()),
                new Change(state(before), state(after)));
        tell(operator.who(), before, outcome);
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
        write(new AuditLog.Act(who, ACTION, "order:" + id, "", detail), change);
    }

    private void write(AuditLog.Act act, Change change) {
        transaction.executeWithoutResult(status -> audit.write(act, change));
    }

    private void tell(String who, PurchaseFacts facts, Outcome outcome) {
        var draft = Compensation.of(CompensationKind.RESOLVED_BY_HAND, compensation(outcome), who)
                .order(facts.id().value())
                .detail(outcome.name());
        facts.reservation().ifPresent(draft::of);
        compensations.write(draft.build());
    }

    private static CompensationOutcome compensation(Outcome outcome) {
        return switch (outcome) {
            case PLACED, REJECTED, GIVEN_UP, RELEASED, CLOSED, PAID, NOTHING_TO_DO -> CompensationOutcome.OK;
            case QUEUED_AGAIN, WAITS, STILL_CLOSING -> CompensationOutcome.RETRYING;
            case REDIS_AWAY, UNKNOWN -> CompensationOutcome.FAILED;
        };
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
