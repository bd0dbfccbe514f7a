package stampede.books;

import java.util.TreeSet;
import java.util.stream.Collectors;

/** Counts all, and remembers the lowest few. */
final class IdSample {

    private static final int MOST_NAMED = 10;

    private final TreeSet<Long> lowest = new TreeSet<>();
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    void add(long id) {
        count++;
        lowest.add(id);
        if (lowest.size() > MOST_NAMED) {
            lowest.pollLast();
        }
    }

    @Override
    public String toString() {
        return count
                + " ("
                + lowest.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + (count > MOST_NAMED ? ", …)" : ")");
    }
}
