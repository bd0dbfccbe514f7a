package stampede.listing;

import java.util.List;

/**
 * An order of a list. Its columns need an index of their own, or the end of one that the filter uses.
 *
 * @param name in the address and of its message
 * @param columns one or two numbers that together name a row, such as {@code at_ms, id}; never null in the table
 */
public record ListSort(String name, List<String> columns) {

    public ListSort {
        columns = List.copyOf(columns);
        if (columns.isEmpty() || columns.size() > 2) {
            throw new IllegalArgumentException("A list is sorted by one or two columns: " + columns);
        }
    }

    public static ListSort by(String name, String... columns) {
        return new ListSort(name, List.of(columns));
    }
}
