package stampede.storefront;

import java.util.List;
import org.springframework.http.HttpStatus;
import stampede.purchase.Refusal;

/**
 * How a page tells a no. Its words are the messages {@code refusal.NAME.title}, {@code .text} and {@code .next}.
 *
 * @param reason why not
 * @param status the answer's status
 * @param steps what to do next, the best first
 */
record RefusalPage(Refusal reason, HttpStatus status, List<NextStep> steps) {

    static RefusalPage of(Refusal reason) {
        return new RefusalPage(reason, statusOf(reason), stepsAfter(reason));
    }

    /** After the queue there is no form to send again, so trying again begins at the offer. */
    static RefusalPage afterQueue(Refusal reason) {
        var steps = stepsAfter(reason).stream()
                .map(step -> step == NextStep.TRY_AGAIN ? NextStep.BACK_TO_OFFER : step)
                .distinct()
                .toList();
        return new RefusalPage(reason, HttpStatus.OK, steps);
    }

    /** Whether the same attempt may succeed a moment later. */
    public boolean isForNow() {
        return steps.contains(NextStep.TRY_AGAIN);
    }

    private static HttpStatus statusOf(Refusal reason) {
        return switch (reason) {
            case NOT_SIGNED_IN -> HttpStatus.UNAUTHORIZED;
            case SHOPPERS_ONLY -> HttpStatus.FORBIDDEN;
            case TOO_MANY_ATTEMPTS -> HttpStatus.TOO_MANY_REQUESTS;
            case UNKNOWN_OFFER -> HttpStatus.NOT_FOUND;
            case BAD_UNITS -> HttpStatus.UNPROCESSABLE_CONTENT;
            case NOT_OPEN_YET,
                    PAUSED,
                    ENDED,
                    SOLD_OUT,
                    LIMIT_REACHED,
                    HAS_UNPAID_ORDER,
                    ALREADY_BOUGHT,
                    PRICE_CHANGED,
                    LOST -> HttpStatus.CONFLICT;
            case BUSY, OUTCOME_UNKNOWN -> HttpStatus.SERVICE_UNAVAILABLE;
        };
    }

    private static List<NextStep> stepsAfter(Refusal reason) {
        return switch (reason) {
            case TOO_MANY_ATTEMPTS, BUSY -> List.of(NextStep.TRY_AGAIN, NextStep.BACK_TO_OFFER);
            case OUTCOME_UNKNOWN -> List.of(NextStep.TRY_AGAIN, NextStep.MY_ORDERS);
            case NOT_SIGNED_IN, BAD_UNITS, NOT_OPEN_YET, PAUSED, PRICE_CHANGED, LOST ->
                List.of(NextStep.BACK_TO_OFFER, NextStep.OTHER_OFFERS);
            case SOLD_OUT -> List.of(NextStep.OTHER_OFFERS, NextStep.BACK_TO_OFFER);
            case SHOPPERS_ONLY, UNKNOWN_OFFER, ENDED -> List.of(NextStep.OTHER_OFFERS);
            case LIMIT_REACHED, HAS_UNPAID_ORDER, ALREADY_BOUGHT -> List.of(NextStep.MY_ORDERS, NextStep.OTHER_OFFERS);
        };
    }

    /** What a page suggests to do after a no. */
    enum NextStep {
        TRY_AGAIN,
        BACK_TO_OFFER,
        MY_ORDERS,
        OTHER_OFFERS
    }
}
