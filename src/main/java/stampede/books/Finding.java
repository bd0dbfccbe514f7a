package stampede.books;

/**
 * One rule of the books and whether it holds.
 *
 * @param rule its name, such as {@code D1}
 * @param says what it demands, in a sentence
 * @param ok whether it holds
 * @param deviation what deviates, in a sentence; empty if nothing does
 */
public record Finding(String rule, String says, boolean ok, String deviation) {

    static Finding of(String rule, String says, String deviation) {
        return new Finding(rule, says, deviation.isEmpty(), deviation);
    }
}
