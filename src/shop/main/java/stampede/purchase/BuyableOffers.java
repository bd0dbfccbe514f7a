package stampede.purchase;

import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.ShadowOffers;

/** What somebody may buy: people what the catalogue has, bots shadows, and neither anything else. */
@Component
class BuyableOffers {

    private final Catalog catalog;
    private final ShadowOffers shadows;

    BuyableOffers(Catalog catalog, ShadowOffers shadows) {
        this.catalog = catalog;
        this.shadows = shadows;
    }

    /** @throws PurchaseRefused if there is none for this account, or this node may not know it yet */
    Offer find(AccountId account, OfferId offer) {
        return account.isBot()
                ? shadows.find(offer)
                        .filter(found -> found.id().isShadow())
                        .orElseThrow(() -> new PurchaseRefused(PurchaseRefusal.UNKNOWN_OFFER))
                : catalog.offer(offer).filter(found -> !found.id().isShadow()).orElseThrow(() -> unknown(offer));
    }

    private PurchaseRefused unknown(OfferId offer) {
        return catalog.mayBeNew(offer)
                ? new PurchaseRefused(PurchaseRefusal.BUSY)
                : new PurchaseRefused(PurchaseRefusal.UNKNOWN_OFFER);
    }
}
