package stampede.refund;

import java.time.Instant;
import java.util.Optional;
import stampede.money.Money;
import stampede.order.OrderId;

/**
 * Money that goes back, or was asked back.
 *
 * @param requestNo our number for it, {@code out_request_no}: the same on every attempt
 * @param order whose money
 * @param tradeNo Alipay's number of the trade whose money goes back
 * @param amount how much
 * @param reason why
 * @param state how far it is
 * @param askedBy who wanted it, such as {@code shopper:42}; {@code payment} where the shop did by itself
 * @param words what they said, or empty
 * @param decidedBy who approved or declined it, where that was needed
 * @param attempts how often Alipay was told
 * @param lastAnswer what Alipay said last, for operators; of one that was declined, why it was
 * @param requestedAt when it was wanted
 * @param doneAt when it was known to have gone back
 */
public record Refund(
        String requestNo,
        OrderId order,
        String tradeNo,
        Money amount,
        Reason reason,
        State state,
        String askedBy,
        String words,
        Optional<String> decidedBy,
        int attempts,
        Optional<String> lastAnswer,
        Instant requestedAt,
        Optional<Instant> doneAt) {

    /** Why money goes back. */
    public enum Reason {
        LATE_PAYMENT,
        SECOND_PAYMENT,
        NEVER_AN_ORDER,
        SHOPPER,
        OPERATOR
    }

    /** How far it is. */
    public enum State {
        /** A shopper asked; an operator decides. */
        ASKED,
        /** An operator said no. */
        DECLINED,
        /** To be paid back; tried until Alipay confirms it. */
        DUE,
        /** Paid back. */
        DONE,
        /** Alipay refused for good, or too often: an operator looks. */
        STUCK
    }

    /** What whoever declined it had to say. */
    public Optional<String> whyDeclined() {
        return lastAnswer.filter(words -> state == State.DECLINED && !words.isBlank());
    }

    public boolean isOpen() {
        return state == State.ASKED || state == State.DUE || state == State.STUCK;
    }
}
