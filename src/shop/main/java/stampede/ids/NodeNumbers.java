package stampede.ids;

import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Some of the numbers that a node can have.
 *
 * @param first from 0
 * @param last to 1023, and not before the first
 */
record NodeNumbers(int first, int last) {

    /** A number has ten bits of an id. */
    static final int MOST = 1023;

    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})-(\\d{1,4})");

    NodeNumbers {
        if (first < 0 || last > MOST || first > last) {
            throw new IllegalArgumentException(
                    "Node numbers are from 0 to " + MOST + ", such as 0-255, not " + first + "-" + last);
        }
    }

    /**
     * Reads what a setting says; Spring calls it.
     *
     * @param range such as {@code 0-255}
     */
    public static NodeNumbers of(String range) {
        var parts = RANGE.matcher(range);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Node numbers are from 0 to " + MOST + ", such as 0-255, not " + range);
        }
        return new NodeNumbers(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    boolean have(int number) {
        return number >= first && number <= last;
    }

    IntStream all() {
        return IntStream.rangeClosed(first, last);
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
