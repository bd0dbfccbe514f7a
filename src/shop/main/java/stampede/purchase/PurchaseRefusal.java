package stampede.purchase;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.springframework.http.HttpStatus;
import stampede.refusal.RefusalReason;

/**
 * Every reason for which a purchase is refused. The names are part of the JSON API. All are certain: nothing was bought. Only
 * {@link #OUTCOME_UNKNOWN} leaves that open, and the same idempotency key says later what became of it.
 */
public enum PurchaseRefusal implements RefusalReason {
    NOT_SIGNED_IN(HttpStatus.UNAUTHORIZED, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS),
    SHOPPERS_ONLY(HttpStatus.FORBIDDEN, NextStep.OTHER_OFFERS),
    TOO_MANY_ATTEMPTS(HttpStatus.TOO_MANY_REQUESTS, NextStep.TRY_AGAIN, NextStep.BACK_TO_OFFER),
    UNKNOWN_OFFER(HttpStatus.NOT_FOUND, NextStep.OTHER_OFFERS),
    BAD_UNITS(HttpStatus.UNPROCESSABLE_CONTENT, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS),
    WAITING_ROOM(HttpStatus.CONFLICT, NextStep.WAITING_ROOM, NextStep.BACK_TO_OFFER),
    TURN_OVER(HttpStatus.CONFLICT, NextStep.WAITING_ROOM, NextStep.BACK_TO_OFFER),
    BAD_PASS(HttpStatus.FORBIDDEN, NextStep.WAITING_ROOM, NextStep.BACK_TO_OFFER),
    CHALLENGE(HttpStatus.FORBIDDEN, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS),
    ACCOUNT_TOO_NEW(HttpStatus.FORBIDDEN, NextStep.OTHER_OFFERS),
    NOT_OPEN_YET(HttpStatus.CONFLICT, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS),
    PAUSED(HttpStatus.CONFLICT, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS),
    ENDED(HttpStatus.CONFLICT, NextStep.OTHER_OFFERS),
    SOLD_OUT(HttpStatus.CONFLICT, NextStep.OTHER_OFFERS, NextStep.BACK_TO_OFFER),
    LIMIT_REACHED(HttpStatus.CONFLICT, NextStep.MY_ORDERS, NextStep.OTHER_OFFERS),
    HAS_UNPAID_ORDER(HttpStatus.CONFLICT, NextStep.MY_ORDERS, NextStep.OTHER_OFFERS),
    ALREADY_BOUGHT(HttpStatus.CONFLICT, NextStep.MY_ORDERS, NextStep.OTHER_OFFERS),
    PRICE_CHANGED(HttpStatus.CONFLICT, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS),
    BUSY(HttpStatus.SERVICE_UNAVAILABLE, NextStep.TRY_AGAIN, NextStep.BACK_TO_OFFER),
    OUTCOME_UNKNOWN(HttpStatus.SERVICE_UNAVAILABLE, NextStep.TRY_AGAIN, NextStep.MY_ORDERS),
    LOST(HttpStatus.CONFLICT, NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS);

    private final HttpStatus status;
    private final ImmutableList<NextStep> steps;

    PurchaseRefusal(HttpStatus status, NextStep... steps) {
        this.status = status;
        this.steps = ImmutableList.copyOf(steps);
    }

    @Override
    public HttpStatus status() {
        return status;
    }

    /** Whether it may be because of a waiting room, in which people wait, or which is over. */
    boolean mayBeOfRoom() {
        return this == WAITING_ROOM || this == TURN_OVER || this == BAD_PASS || this == SOLD_OUT || this == ENDED;
    }

    /** Whether anybody would have been told so, whose turn it may be. */
    boolean isOfTheShop() {
        return this == SOLD_OUT || this == PAUSED || this == BUSY;
    }

    @Override
    public String messageKey() {
        return "refusal." + name();
    }

    /** What a page suggests to do next, the best first. */
    public List<NextStep> steps() {
        return steps;
    }

    /** What a page suggests to do after a refusal. */
    public enum NextStep {
        TRY_AGAIN,
        WAITING_ROOM,
        BACK_TO_OFFER,
        MY_ORDERS,
        OTHER_OFFERS
    }
}
