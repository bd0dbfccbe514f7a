package stampede.imports.kind;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.draft.PlacedOffer;
import stampede.draft.PlacedOfferRepository;
import stampede.imports.ImportColumn;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.product.ProductActs;
import stampede.product.ProductOwners;

/** Reads rows of offers: finds the product by its seller's key and the window by its slot or its opening. */
@Component
class OfferRowReader {

    static final String SKU = "sku";
    static final String OPENS = "opens";
    static final String CLOSES = "closes";
    static final String SLOT = "slot";
    static final String PRICE = "price";
    static final String UNITS = "units";
    static final String LIMIT = "limit";
    static final String ADDRESS_LIMIT = "address_limit";
    static final String STATE = "state";

    private static final String NUMBER = "[1-9]\\d{0,17}";

    private final ProductOwners owners;
    private final ProductActs products;
    private final PlacedOfferRepository offers;
    private final Catalog catalog;

    OfferRowReader(ProductOwners owners, ProductActs products, PlacedOfferRepository offers, Catalog catalog) {
        this.owners = owners;
        this.products = products;
        this.offers = offers;
        this.catalog = catalog;
    }

    /** What it says; empty if something cannot be, which is among the problems then. */
    Optional<WantedOffer> read(SignedIn by, ImportLine line, List<ImportProblem> problems) {
        var cells = new CellReader(line, catalog.zone(), problems);
        var window = window(line, cells, problems);
        var price = cells.money(PRICE);
        var units = cells.whole(UNITS);
        var limit = cells.whole(LIMIT);
        var addressLimit = cells.whole(ADDRESS_LIMIT);
        var seller = seller(by, line, problems);
        var product = seller.flatMap(owner -> product(owner, line, problems));
        return problems.isEmpty()
                ? Optional.of(new WantedOffer(
                        seller.orElseThrow(),
                        product.orElseThrow(),
                        window.orElseThrow(),
                        price,
                        units,
                        limit,
                        addressLimit,
                        !isDraft(line)))
                : Optional.empty();
    }

    /** What stands there; of several what is just so, or else the one that came first. */
    Optional<PlacedOffer> placed(WantedOffer wanted) {
        var placed = offers.of(wanted.seller(), wanted.product(), wanted.window());
        return placed.stream()
                .filter(one -> wanted.terms(one).equals(one.terms()))
                .findFirst()
                .or(() -> placed.stream().findFirst());
    }

    private Optional<AccountId> seller(SignedIn by, ImportLine line, List<ImportProblem> problems) {
        var named = line.cell(ImportColumn.SELLER).orElse("");
        var seller = owners.find(by, named, Optional.empty());
        if (seller.isEmpty()) {
            problems.add(ImportProblem.in(ImportColumn.SELLER, "seller", named));
        }
        return seller;
    }

    private Optional<ProductId> product(AccountId seller, ImportLine line, List<ImportProblem> problems) {
        var product = products.find(seller, line.required(SKU));
        if (product.isEmpty()) {
            problems.add(ImportProblem.in(SKU, "no-product", line.required(SKU)));
        }
        return product.map(found -> found.id());
    }

    private Optional<SaleWindow> window(ImportLine line, CellReader cells, List<ImportProblem> problems) {
        var slot = line.cell(SLOT);
        if (slot.isPresent()) {
            var window = slot.filter(text -> text.matches(NUMBER)).flatMap(text -> offers.window(SlotId.of(text)));
            if (window.isEmpty()) {
                problems.add(ImportProblem.in(SLOT, "no-slot", slot.get()));
            }
            return window;
        }
        if (line.cell(OPENS).isEmpty()) {
            problems.add(ImportProblem.in(OPENS, "missing"));
            return Optional.empty();
        }
        var opens = cells.moment(OPENS);
        var closes = cells.moment(CLOSES);
        if (opens.isEmpty() || (closes.isEmpty() && line.cell(CLOSES).isPresent())) {
            return Optional.empty();
        }
        if (closes.isPresent()) {
            if (opens.get().isBefore(closes.get())) {
                return Optional.of(new SaleWindow(opens.get(), closes.get()));
            }
            problems.add(ImportProblem.in(CLOSES, "closes-before", line.required(CLOSES)));
            return Optional.empty();
        }
        var windows = offers.windowsOpening(opens.get());
        if (windows.size() != 1) {
            problems.add(ImportProblem.in(
                    OPENS, windows.isEmpty() ? "no-slot-then" : "many-slots-then", line.required(OPENS)));
        }
        return windows.size() == 1 ? Optional.of(windows.get(0)) : Optional.empty();
    }

    private static boolean isDraft(ImportLine line) {
        var state = line.cell(STATE).orElse("").toUpperCase(Locale.ROOT);
        return state.equals("DRAFT") || state.equals("草稿");
    }
}
