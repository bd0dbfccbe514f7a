package stampede.pulse;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import stampede.purchase.PurchaseRefusal;

/**
 * What can happen to an offer. Names are kept in Redis and in the database, so they are for ever. Those of refusals are the names of
 * {@link PurchaseRefusal}.
 */
public enum PulseEvent {
    /** A press of the button was accepted: units are reserved. */
    ACCEPTED,
    /** A press came again under the same key, and got the answer it had. */
    REPEATED,
    NOT_SIGNED_IN,
    SHOPPERS_ONLY,
    TOO_MANY_ATTEMPTS,
    UNKNOWN_OFFER,
    BAD_UNITS,
    WAITING_ROOM,
    TURN_OVER,
    BAD_PASS,
    CHALLENGE,
    ACCOUNT_TOO_NEW,
    NOT_OPEN_YET,
    PAUSED,
    ENDED,
    SOLD_OUT,
    LIMIT_REACHED,
    HAS_UNPAID_ORDER,
    ALREADY_BOUGHT,
    PRICE_CHANGED,
    BUSY,
    OUTCOME_UNKNOWN,
    LOST,
    /** An order was placed. */
    PLACED,
    /** The ledger gave a reservation nothing. */
    REJECTED,
    /** A reservation will never become an order. */
    ABANDONED,
    /** An order was closed unpaid. */
    CLOSED,
    /** An order was paid. */
    PAID,
    /** Whole fen of the orders that were paid. */
    PAID_FEN,
    /** A refund has gone back. */
    REFUNDED,
    /** Whole fen of the refunds that have gone back. */
    REFUNDED_FEN;

    private static final PulseEvent[] REFUSED = Arrays.stream(PurchaseRefusal.values())
            .map(refusal -> valueOf(refusal.name()))
            .toArray(PulseEvent[]::new);

    private static final ImmutableList<PulseEvent> REFUSALS = ImmutableList.copyOf(REFUSED);

    /** The event that a refusal is. */
    @SuppressWarnings("EnumOrdinal") // an index, so that counting a press costs no search
    public static PulseEvent of(PurchaseRefusal refusal) {
        return REFUSED[refusal.ordinal()];
    }

    /** All that are refusals of a press, in the order of {@link PurchaseRefusal}. */
    public static List<PulseEvent> refusals() {
        return REFUSALS;
    }

    /** Whether it can only happen to an offer that there is: the other ones happen to any number that a stranger writes. */
    boolean provesOffer() {
        return switch (this) {
            case NOT_SIGNED_IN, SHOPPERS_ONLY, TOO_MANY_ATTEMPTS, UNKNOWN_OFFER, BUSY -> false;
            case ACCEPTED,
                    REPEATED,
                    BAD_UNITS,
                    WAITING_ROOM,
                    TURN_OVER,
                    BAD_PASS,
                    CHALLENGE,
                    ACCOUNT_TOO_NEW,
                    NOT_OPEN_YET,
                    PAUSED,
                    ENDED,
                    SOLD_OUT,
                    LIMIT_REACHED,
                    HAS_UNPAID_ORDER,
                    ALREADY_BOUGHT,
                    PRICE_CHANGED,
                    OUTCOME_UNKNOWN,
                    LOST,
                    PLACED,
                    REJECTED,
                    ABANDONED,
                    CLOSED,
                    PAID,
                    PAID_FEN,
                    REFUNDED,
                    REFUNDED_FEN -> true;
        };
    }
}
