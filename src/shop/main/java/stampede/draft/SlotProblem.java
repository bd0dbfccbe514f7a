package stampede.draft;

/** What a check of a slot finds about an offer. Its messages are {@code slots.problem.NAME}. */
public enum SlotProblem {
    /** It opens within five minutes, or sells, and Redis does not have it. */
    NOT_WARM,
    /** The product has no picture. */
    NO_PICTURE,
    /** The product became cheaper than the offer. */
    ABOVE_LIST_PRICE,
    /** Less than a tenth of the list price: perhaps a typing error. */
    UNDER_A_TENTH
}
