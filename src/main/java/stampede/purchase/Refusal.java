package stampede.purchase;

/**
 * Every reason for which a purchase is refused. The names are part of the JSON API. All are certain: nothing was bought. Only
 * {@link #OUTCOME_UNKNOWN} leaves that open, and the same idempotency key says later what became of it.
 */
public enum Refusal {
    NOT_SIGNED_IN,
    SHOPPERS_ONLY,
    TOO_MANY_ATTEMPTS,
    UNKNOWN_OFFER,
    BAD_UNITS,
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
    LOST
}
