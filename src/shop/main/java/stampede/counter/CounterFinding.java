package stampede.counter;

/**
 * Something in an offer's keys that breaks a rule of the counter.
 *
 * @param rule which
 * @param deviation what deviates, in a sentence
 */
public record CounterFinding(Rule rule, String deviation) {

    /** The rules that the keys of one offer have to keep among themselves. */
    public enum Rule {
        /** The total is what is left and what is kept, and every record can be read. */
        TOTAL,
        /** Each shopper is counted with the units kept for them. */
        SHOPPERS,
        /** Exactly the reservations without orders are in line for a check. */
        LINE,
        /** No reservation is both kept and released. */
        RELEASED,
        /** The idempotency key of each reserved one leads to it. */
        KEYS
    }
}
