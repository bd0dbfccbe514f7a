package stampede.api;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items what is on the page
 * @param page which page, counted from 0
 * @param size how many items a full page has
 * @param total how many items there are on all pages
 */
public record PageView<T>(List<T> items, int page, int size, long total) {

    /** Cuts a page out of a list that is in memory anyway. */
    public static <E, T> PageView<T> of(List<E> all, Query query, Function<E, T> view) {
        var items = all.stream()
                .skip((long) query.number() * query.length())
                .limit(query.length())
                .map(view)
                .toList();
        return new PageView<>(items, query.number(), query.length(), all.size());
    }

    <V> PageView<V> map(Function<T, V> view) {
        return new PageView<>(items.stream().map(view).toList(), page, size, total);
    }

    /**
     * Which page is wanted.
     *
     * @param page counted from 0, the first by default
     * @param size how many items, 20 by default
     */
    public record Query(
            @Min(0) @Max(10_000) @Nullable Integer page,
            @Min(1) @Max(100) @Nullable Integer size) {

        public int number() {
            return page == null ? 0 : page;
        }

        public int length() {
            return size == null ? 20 : size;
        }
    }
}
