package stampede.draft;

import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.Products;
import stampede.catalog.SlotId;

/** What the offer of a draft would be. It is in no catalogue, so nothing that sells finds it. */
@Component
public class DraftPreview {

    /** Of a window that has no slot yet; no slot has it. */
    private static final SlotId NONE = new SlotId(Long.MAX_VALUE);

    private final OfferDraftRepository drafts;
    private final Products products;

    DraftPreview(OfferDraftRepository drafts, Products products) {
        this.drafts = drafts;
        this.products = products;
    }

    /**
     * The offer as it would be published now, with the draft's number.
     *
     * @throws DraftRefused if its product is gone
     */
    public Offer of(OfferDraft draft) {
        var terms = draft.terms();
        var product = products.find(terms.product(), new Scope.All())
                .orElseThrow(() -> new DraftRefused(DraftRefusal.NO_SUCH_PRODUCT));
        return new Offer(
                new OfferId(draft.id().value()),
                drafts.slot(terms.window()).orElse(NONE),
                terms.window(),
                product.id(),
                product.seller(),
                product.face(),
                product.listPrice(),
                terms.price(),
                terms.units(),
                terms.limitPerShopper(),
                terms.limitPerAddress(),
                draft.version());
    }
}
