package stampede.payment;

import java.time.Instant;
import java.util.Optional;
import stampede.money.Money;
import stampede.order.OrderId;

/**
 * Money that came.
 *
 * @param tradeNo Alipay's number of the trade, unique
 * @param order what it was paid for
 * @param amount how much
 * @param state what it was used for
 * @param receivedAt when the shop learned of it
 * @param paidAt when Alipay says it was paid, if it told
 */
public record Payment(
        String tradeNo, OrderId order, Money amount, State state, Instant receivedAt, Optional<Instant> paidAt) {

    /** What money was used for. */
    public enum State {
        /** It paid its order. */
        APPLIED,
        /** The order had closed; the money goes back. */
        LATE,
        /** Another trade had paid the order already; the money goes back. */
        SURPLUS,
        /** The order never held units; the money goes back. */
        ORPHAN
    }
}
