package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;

/** One offer, with what is left of it. */
@RestController
@Tag(name = "Catalogue")
class OfferApi {

    private final Catalog catalog;
    private final OfferViews offers;

    OfferApi(Catalog catalog, OfferViews offers) {
        this.catalog = catalog;
        this.offers = offers;
    }

    /** The offer and what was left of it a moment ago. */
    @Operation(summary = "One offer, with what was left of it a moment ago")
    @GetMapping("/api/v1/offers/{offerId}")
    OfferView offer(@PathVariable OfferId offerId) {
        return catalog.offer(offerId)
                .map(offers::of)
                .orElseThrow(() -> new RefusalException(
                        catalog.mayBeNew(offerId) ? PurchaseRefusal.BUSY : PurchaseRefusal.UNKNOWN_OFFER));
    }
}
