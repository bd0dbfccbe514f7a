package stampede.refund;

import static stampede.task.SendOption.at;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.task.Tasks;

/**
 * Makes a refund due: its row and the task of its first step, in the caller's transaction. Workers retry it until
 * Alipay has paid it back, once.
 */
@Component
public class RefundCreator {

    private final RefundRepository rows;
    private final Tasks tasks;
    private final RefundProperties properties;
    private final Clock clock;

    public RefundCreator(RefundRepository rows, Tasks tasks, RefundProperties properties, Clock clock) {
        this.rows = rows;
        this.tasks = tasks;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * The shop owes a trade's money to its buyer by itself, because it came for nothing. The caller holds the order's row, and calls
     * once per trade: the row of its payment, which is unique, is what decides.
     *
     * @param amount one fen at least
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void owe(OrderId order, String tradeNo, Money amount, Refund.Reason reason) {
        owe(new RefundRepository.Draft(order, tradeNo, amount, reason, "payment", "", Optional.empty()));
    }

    /** Somebody decided that money goes back; the order is locked. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Refund owe(RefundRepository.Draft draft) {
        var first = earliest(draft.tradeNo());
        var refund = rows.add(draft, Refund.State.DUE, now(), Optional.of(first));
        schedule(refund.requestNo(), first);
        return refund;
    }

    /** What was asked for goes back. False if that was decided before. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean grant(Refund refund, String decidedBy) {
        var first = earliest(refund.tradeNo());
        return rows.grant(refund.requestNo(), decidedBy, first) && schedule(refund.requestNo(), first);
    }

    /** What got stuck is tried again. False if it is not stuck. */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean tryAgain(Refund refund) {
        var next = earliest(refund.tradeNo());
        return rows.makeDue(refund.requestNo(), next) && schedule(refund.requestNo(), next);
    }

    private Instant earliest(String tradeNo) {
        return rows.earliest(tradeNo, now(), properties.refundAgain());
    }

    private boolean schedule(String requestNo, Instant when) {
        tasks.send(new PayRefund(requestNo), at(when));
        return true;
    }

    /** As precise as the columns are, so that a task never comes before its row is due. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
