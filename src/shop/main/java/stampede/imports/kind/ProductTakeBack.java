package stampede.imports.kind;

import java.util.List;
import java.util.Optional;
import stampede.account.SignedIn;
import stampede.catalog.ProductId;
import stampede.catalog.ProductRecord;
import stampede.draft.PlacedOfferRepository;
import stampede.imports.CheckedLine;
import stampede.imports.ImportColumn;
import stampede.imports.ImportKind;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRow;
import stampede.imports.TakeBack;
import stampede.product.ProductActs;
import stampede.product.ProductRefused;

/** Removes products that no offer uses and gives others their old values, if nobody changed them since. */
final class ProductTakeBack implements TakeBack {

    private static final List<String> KEYS = List.of("sku", ImportColumn.SELLER);

    private final ImportKind products;
    private final ProductActs acts;
    private final PlacedOfferRepository offers;

    ProductTakeBack(ImportKind products, ProductActs acts, PlacedOfferRepository offers) {
        this.products = products;
        this.acts = acts;
        this.offers = offers;
    }

    @Override
    public Optional<ImportProblem> obstacle(SignedIn by, ImportRow row) {
        return row.made()
                ? find(by, row)
                        .map(product -> ofNew(by, row.checked().line(), product))
                        .orElseGet(() -> Optional.of(ImportProblem.in("", "stays.gone")))
                : FormerRow.obstacle(products, by, row, FormerRow.of(row, KEYS));
    }

    @Override
    public void run(SignedIn by, ImportRow row, String reason) {
        if (row.made()) {
            acts.remove(by, id(row), reason);
        } else {
            products.apply(by, FormerRow.of(row, KEYS));
        }
    }

    private Optional<ImportProblem> ofNew(SignedIn by, ImportLine line, ProductRecord product) {
        if (acts.isOffered(product.id())) {
            return Optional.of(ImportProblem.in("", "stays.offered"));
        }
        if (offers.isDrafted(product.seller(), product.id())) {
            return Optional.of(ImportProblem.in("", "stays.drafted"));
        }
        var isSame = product.pictures().isEmpty()
                && products.check(by, List.of(line)).get(0).state() == CheckedLine.State.UNCHANGED;
        return isSame ? Optional.empty() : Optional.of(ImportProblem.in("", "stays.changed"));
    }

    private Optional<ProductRecord> find(SignedIn by, ImportRow row) {
        try {
            return Optional.of(acts.find(by, id(row)));
        } catch (ProductRefused none) {
            return Optional.empty();
        }
    }

    private static ProductId id(ImportRow row) {
        return new ProductId(row.subject().orElseThrow());
    }
}
