package stampede.books;

/**
 * One rule of the books and whether it holds.
 *
 * @param rule which
 * @param deviation what deviates, in a sentence; empty if nothing does
 */
public record RuleFinding(Rule rule, String deviation) {

    /** Whether the rule holds. */
    public boolean ok() {
        return deviation.isEmpty();
    }
}
