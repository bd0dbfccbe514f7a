package stampede.monitor.format;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A page of a list that is read from the newest to the oldest by numbers, so that the last page is as quick as the first.
 *
 * @param next the number below which the next page begins; empty on the last
 */
public record KeysetPage<T>(List<T> items, Optional<Long> next) {

    /** How many are on one page. */
    public static final int SIZE = 50;

    /** The page out of one item more than fits, which is how one knows that there is another page. */
    public static <T> KeysetPage<T> of(List<T> oneMore, int size, ToLongFunction<T> number) {
        if (oneMore.size() <= size) {
            return new KeysetPage<>(oneMore, Optional.empty());
        }
        var items = oneMore.subList(0, size);
        return new KeysetPage<>(items, Optional.of(number.applyAsLong(items.get(size - 1))));
    }

    /** The same page of something else. */
    public <R> KeysetPage<R> map(Function<T, R> change) {
        return new KeysetPage<>(items.stream().map(change).toList(), next);
    }
}
