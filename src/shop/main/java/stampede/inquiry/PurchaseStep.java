package stampede.inquiry;

import java.time.Instant;
import java.util.Optional;

/**
 * One step of a purchase.
 *
 * @param what which one
 * @param state whether it was taken
 * @param at when, if that is known: for some steps nobody writes it down
 * @param who took it, such as {@code shopper:42} or {@code sweeper}, if that is known
 * @param detail a name such as {@code EXPIRED}, or words or a number as they were written down; may be empty
 */
public record PurchaseStep(What what, State state, Optional<Instant> at, Optional<String> who, String detail) {

    /** The steps, in the order in which they come if several come in the same millisecond. */
    public enum What {
        RESERVED,
        /** Its message went to the broker. */
        PUBLISHED,
        /** Its message was given up. */
        DIED,
        PLACED,
        REJECTED,
        ABANDONED,
        /** The ledger took its units. */
        TAKEN,
        /** Redis knows that an order holds its units. */
        CONFIRMED,
        /** Its shopper went to Alipay. */
        WENT_TO_PAY,
        /** The time to pay is over. */
        PAY_BY,
        /** Money came. */
        MONEY_CAME,
        PAID,
        SHIPPED,
        FINISHED,
        CLOSING,
        CLOSED,
        /** The ledger put its units back. */
        RETURNED,
        /** Redis has put its units back. */
        RELEASED,
        /** Somebody wanted money back, or the shop owes it. */
        REFUND_WANTED,
        REFUNDING,
        MONEY_WENT_BACK,
        REFUNDED,
        /** An operator did something about it. */
        DEED
    }

    /** Whether a step was taken. */
    public enum State {
        DONE,
        /** Not yet. */
        AHEAD,
        /** Perhaps: whoever knew it has forgotten, does not answer, or never wrote it down. */
        UNKNOWN
    }

    static PurchaseStep done(What what, Instant at, String who, String detail) {
        return new PurchaseStep(what, State.DONE, Optional.of(at), Optional.of(who), detail);
    }

    /** It was, but nobody wrote down when. */
    static PurchaseStep some(What what, State state) {
        return new PurchaseStep(what, state, Optional.empty(), Optional.empty(), "");
    }
}
