package stampede.purchase;

import org.jspecify.annotations.Nullable;
import stampede.catalog.OfferId;

/** For tests that do not look at the figures of a second. */
class UncountedPurchases implements PurchaseTally {

    @Override
    public void countAccepted(OfferId offer) {}

    @Override
    public void countRepeated(OfferId offer) {}

    @Override
    public void countRefused(@Nullable OfferId offer, PurchaseRefusal reason) {}

    @Override
    public void time(OfferId offer, long nanos) {}
}
