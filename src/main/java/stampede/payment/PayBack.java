package stampede.payment;

import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import stampede.order.OrderId;
import stampede.support.Money;

/** Where the shop itself says that money must go back, because it came for nothing. */
@Component
class PayBack {

    private final RefundRows rows;
    private final Clock clock;

    PayBack(RefundRows rows, Clock clock) {
        this.rows = rows;
        this.clock = clock;
    }

    /**
     * Owes a trade's money to its buyer, inside the caller's transaction; workers pay it back, as often as it takes, once. To be
     * called once per trade: the row of its payment, which is unique, is what decides.
     *
     * @param amount one fen at least
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void owe(OrderId order, String tradeNo, Money amount, Refund.Reason reason) {
        rows.lock(order);
        var draft = new RefundRows.Draft(order, tradeNo, amount, reason, "payment", "", Optional.empty());
        var now = clock.instant();
        rows.add(draft, Refund.State.DUE, now, Optional.of(now));
    }
}
