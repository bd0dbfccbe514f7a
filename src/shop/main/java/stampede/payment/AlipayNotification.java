package stampede.payment;

import java.time.Instant;
import java.util.Optional;

/**
 * A notification that arrived, as the inbox keeps it.
 *
 * @param id its number here
 * @param notifyId Alipay's number, the same over repetitions; whatever was claimed if it was forged
 * @param tradeStatus what it says
 * @param outTradeNo our number it names, as text because it may be anything
 * @param tradeNo Alipay's number it names
 * @param verdict what was made of it
 * @param times how often it came
 * @param receivedAt when it came first
 * @param lastReceivedAt when it came last
 * @param body all of it but the signature, one {@code name=value} per line, for operators
 */
public record AlipayNotification(
        long id,
        String notifyId,
        String tradeStatus,
        Optional<String> outTradeNo,
        Optional<String> tradeNo,
        Verdict verdict,
        int times,
        Instant receivedAt,
        Instant lastReceivedAt,
        String body) {

    /** What was made of a notification. */
    public enum Verdict {
        /** It paid its order. */
        PAID(true),
        /** Its money was booked before. */
        KNOWN(true),
        /** Its money came late, twice or for no order, and goes back. */
        PAID_BACK(true),
        /** The buyer has not paid yet. */
        WAITING(true),
        /** The trade was closed unpaid; the order is looked at. */
        TRADE_CLOSED(true),
        /** It reports a refund; ours are looked at. */
        REFUND_NEWS(true),
        /** Its status is none that we know. */
        UNKNOWN_STATUS(true),
        /** No signature. */
        UNSIGNED(false),
        /** A signature that is not Alipay's. */
        FORGED(false),
        /** A field that is needed is missing, twice there, or makes no sense. */
        MALFORMED(false),
        /** Alipay signed it, but it is about no order of ours. */
        UNKNOWN_ORDER(false),
        /** Alipay signed it, but the amount is not the order's. */
        WRONG_AMOUNT(false),
        WRONG_SELLER(false),
        WRONG_APP(false);

        private final boolean accepted;

        Verdict(boolean accepted) {
            this.accepted = accepted;
        }

        /** Whether Alipay is told {@code success}: it was dealt with, and repeating it is of no use. */
        public boolean isAccepted() {
            return accepted;
        }
    }
}
