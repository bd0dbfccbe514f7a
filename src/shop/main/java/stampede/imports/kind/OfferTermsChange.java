package stampede.imports.kind;

import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.draft.DraftId;
import stampede.draft.DraftTerms;
import stampede.draft.OfferDrafts;
import stampede.draft.PlacedOffer;
import stampede.sale.SaleAddressLimit;
import stampede.sale.SaleLimit;
import stampede.sale.SalePrice;
import stampede.sale.SaleUnits;

/** Gives a draft, or an offer that has not opened, other terms: the same acts as on their pages. */
@Component
class OfferTermsChange {

    /** For the audit log; the import that did it stands beside it. */
    private static final String REASON = "By an imported table";

    private final OfferDrafts drafts;
    private final SalePrice price;
    private final SaleLimit limit;
    private final SaleAddressLimit addressLimit;
    private final SaleUnits units;

    OfferTermsChange(
            OfferDrafts drafts, SalePrice price, SaleLimit limit, SaleAddressLimit addressLimit, SaleUnits units) {
        this.drafts = drafts;
        this.price = price;
        this.limit = limit;
        this.addressLimit = addressLimit;
        this.units = units;
    }

    /**
     * In the caller's transaction.
     *
     * @throws stampede.refusal.RefusalException if that cannot be any more
     */
    void apply(SignedIn by, PlacedOffer placed, DraftTerms terms) {
        if (placed.isDraft()) {
            var draft = new DraftId(placed.id());
            drafts.change(by, draft, drafts.find(by, draft).version(), terms);
            return;
        }
        var offer = new OfferId(placed.id());
        var now = placed.terms();
        if (!now.price().equals(terms.price())) {
            price.change(by, offer, now.price(), terms.price(), REASON);
        }
        if (now.limitPerShopper() != terms.limitPerShopper()) {
            limit.change(by, offer, terms.limitPerShopper(), REASON);
        }
        if (now.limitPerAddress() != terms.limitPerAddress()) {
            addressLimit.change(by, offer, terms.limitPerAddress(), REASON);
        }
        changeUnits(by, offer, terms.units() - now.units());
    }

    private void changeUnits(SignedIn by, OfferId offer, int difference) {
        if (difference == 0) {
            return;
        }
        var seen = units.look(offer).orElseThrow().version();
        if (difference > 0) {
            units.add(by, offer, difference, seen, REASON);
        } else {
            units.takeOff(by, offer, -difference, seen, REASON);
        }
    }
}
