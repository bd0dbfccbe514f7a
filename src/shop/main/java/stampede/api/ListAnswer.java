package stampede.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import stampede.listing.ListKey;
import stampede.listing.ListPage;

/**
 * A page of a list that is read by key.
 *
 * @param items newest first, unless another order was asked for
 * @param count how many there are in all, as far as it is cheap to count
 * @param more whether there are more than that
 * @param before names the page in front of this one, if there is one
 * @param after names the page behind this one, if there is one
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ListAnswer<T>(List<T> items, long count, boolean more, Optional<String> before, Optional<String> after) {

    /** The rows of a page, each as the API shows it. */
    public static <R, T> ListAnswer<T> of(ListPage<R> page, Function<R, T> view) {
        return new ListAnswer<>(
                page.rows().stream().map(view).toList(),
                page.count().number(),
                page.count().more(),
                page.before().map(ListKey::toString),
                page.after().map(ListKey::toString));
    }
}
