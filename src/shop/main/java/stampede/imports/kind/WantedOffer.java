package stampede.imports.kind;

import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.draft.DraftTerms;
import stampede.draft.PlacedOffer;
import stampede.money.Money;

/**
 * What a row says of an offer.
 *
 * @param seller whose the product is
 * @param product what is sold
 * @param window when
 * @param price empty if the row does not say; of what is there it stays, as units and limits do
 * @param submitted whether a new one is submitted, and not only drafted
 */
record WantedOffer(
        AccountId seller,
        ProductId product,
        SaleWindow window,
        Optional<Money> price,
        Optional<Integer> units,
        Optional<Integer> limit,
        Optional<Integer> addressLimit,
        boolean submitted) {

    private static final int LIMIT = 1;
    private static final int ADDRESS_LIMIT = 0;

    /** The terms of a new one. */
    DraftTerms terms() {
        return new DraftTerms(
                product,
                window,
                price.orElse(new Money(0)),
                units.orElse(0),
                limit.orElse(LIMIT),
                addressLimit.orElse(ADDRESS_LIMIT));
    }

    /** What becomes of one that is there. */
    DraftTerms terms(PlacedOffer placed) {
        var now = placed.terms();
        return new DraftTerms(
                now.product(),
                now.window(),
                price.orElse(now.price()),
                units.orElse(now.units()),
                limit.orElse(now.limitPerShopper()),
                addressLimit.orElse(now.limitPerAddress()));
    }
}
