package stampede.listing;

import java.util.List;
import java.util.Optional;

/**
 * Some rows of a list.
 *
 * @param rows in the order that was asked for
 * @param before the first row's key, if there are rows in front of it
 * @param after the last row's key, if there are rows behind it
 * @param row the number of the first row, from 1
 * @param count how many there are in all
 */
public record ListPage<T>(List<T> rows, Optional<ListKey> before, Optional<ListKey> after, long row, Count count) {

    public ListPage {
        rows = List.copyOf(rows);
    }

    /**
     * How many rows, counted as far as it is cheap.
     *
     * @param number what was counted
     * @param more whether there are more than that
     */
    public record Count(long number, boolean more) {}
}
