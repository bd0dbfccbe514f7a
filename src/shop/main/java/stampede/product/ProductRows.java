package stampede.product;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.catalog.ProductRecord;

/**
 * Products as rows of a table: found by the seller's own key, made if there is none. What a row leaves empty stays as it is.
 */
@Component
public class ProductRows {

    private final ProductActs acts;
    private final ProductOwners owners;

    ProductRows(ProductActs acts, ProductOwners owners) {
        this.acts = acts;
        this.owners = owners;
    }

    /** What applying a row would do now; nothing is changed. */
    public Outlook look(SignedIn by, Map<String, String> cells) {
        var now = now(by, cells);
        var looked = acts.look(by, wanted(by, cells, now), now);
        var before = now.map(product -> ProductFields.of(product.details(), looked.categories()))
                .orElseGet(LinkedHashMap::new);
        var changes = looked.wish().stream()
                .flatMap(wish -> ProductFields.of(wish.details(), looked.categories()).entrySet().stream())
                .filter(field -> !field.getValue().equals(before.getOrDefault(field.getKey(), "")))
                .map(field -> new Change(field.getKey(), before.getOrDefault(field.getKey(), ""), field.getValue()))
                .toList();
        return new Outlook(now.isPresent(), changes, looked.problems());
    }

    /**
     * Makes or changes the product, in the caller's transaction.
     *
     * @throws ProductRefused if that cannot be any more
     */
    public long apply(SignedIn by, Map<String, String> cells) {
        var now = now(by, cells);
        var wanted = wanted(by, cells, now);
        if (now.isEmpty()) {
            return acts.add(by, wanted).id().value();
        }
        acts.change(by, now.get().id(), now.get().version(), wanted);
        return now.get().id().value();
    }

    private Optional<ProductRecord> now(SignedIn by, Map<String, String> cells) {
        return owners.find(by, cells.getOrDefault(ProductFields.SELLER, ""), Optional.empty())
                .flatMap(owner -> acts.find(owner, cells.getOrDefault(ProductFields.SKU, "")));
    }

    private Map<String, String> wanted(SignedIn by, Map<String, String> cells, Optional<ProductRecord> now) {
        var wanted =
                new LinkedHashMap<>(now.map(product -> acts.fields(by, product)).orElseGet(Map::of));
        cells.forEach((field, cell) -> {
            if (now.isEmpty() || !Objects.equals(field, ProductFields.SELLER)) {
                wanted.put(field, cell);
            }
        });
        return wanted;
    }

    /**
     * What a row would do.
     *
     * @param isThere whether there is a product of this key
     * @param changes that it would make
     * @param problems for which it cannot be; empty if it can
     */
    public record Outlook(boolean isThere, List<Change> changes, List<ProductProblem> problems) {

        public Outlook {
            changes = List.copyOf(changes);
            problems = List.copyOf(problems);
        }
    }

    /** A field that becomes another. */
    public record Change(String field, String before, String after) {}
}
