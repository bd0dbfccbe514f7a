package stampede.purchase;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;

/** The pipeline behind the buy button. Each step lets fewer clicks through to the next, dearer one; only the last leaves this node. */
@Service
class BuyButton implements Purchases {

    private final PurchaseLimiter limiter;
    private final Catalog catalog;
    private final RecentPurchases recent;
    private final Doorkeeper doorkeeper;
    private final Reserving reserving;
    private final ProgressReader progress;
    private final PurchaseProofs proofs;
    private final PurchaseMeters meters;

    BuyButton(
            PurchaseLimiter limiter,
            Catalog catalog,
            RecentPurchases recent,
            Doorkeeper doorkeeper,
            Reserving reserving,
            ProgressReader progress,
            PurchaseProofs proofs,
            PurchaseMeters meters) {
        this.limiter = limiter;
        this.catalog = catalog;
        this.recent = recent;
        this.doorkeeper = doorkeeper;
        this.reserving = reserving;
        this.progress = progress;
        this.proofs = proofs;
        this.meters = meters;
    }

    @Override
    public Attempt admit(SignedIn account, String clientAddress) {
        try {
            requireShopper(account);
            limiter.admit(account.id(), clientAddress);
            return new Attempt(account);
        } catch (PurchaseRefused no) {
            meters.countRefused(no.reason());
            throw no;
        }
    }

    @Override
    public PurchaseId buy(PurchaseRequest request) {
        return meters.measure(() -> decide(request));
    }

    private PurchaseId decide(PurchaseRequest request) {
        var offer = catalog.offer(request.offer()).orElseThrow(() -> unknownOffer(request.offer()));
        var known = recent.find(request);
        if (known.isPresent()) {
            meters.countRepeated();
            return known.get();
        }
        requireWithinLimit(request.units(), offer);
        if (!recent.isOpen(request)) {
            doorkeeper.admit(offer);
        }
        var purchase = proofs.prove(reserve(request, offer), request.account().id());
        recent.remember(request, purchase);
        return purchase;
    }

    private PurchaseId reserve(PurchaseRequest request, Offer offer) {
        try {
            return reserving.reserve(request, offer);
        } catch (PurchaseRefused refused) {
            if (refused.reason() == Refusal.OUTCOME_UNKNOWN) {
                recent.rememberOpen(request);
            } else if (refused.reason() == Refusal.BUSY && recent.isOpen(request)) {
                throw new PurchaseRefused(Refusal.OUTCOME_UNKNOWN);
            }
            throw refused;
        }
    }

    private PurchaseRefused unknownOffer(OfferId offer) {
        return catalog.mayBeNew(offer) ? new PurchaseRefused(Refusal.BUSY) : new PurchaseRefused(Refusal.UNKNOWN_OFFER);
    }

    private static void requireShopper(SignedIn account) {
        if (account.role() != Role.SHOPPER) {
            throw new PurchaseRefused(Refusal.SHOPPERS_ONLY);
        }
    }

    private static void requireWithinLimit(int units, Offer offer) {
        if (units < 1 || units > offer.limitPerShopper()) {
            throw new PurchaseRefused(Refusal.BAD_UNITS);
        }
    }

    @Override
    public void refuse(Refusal reason) {
        meters.countRefused(reason);
    }

    @Override
    public Optional<PurchaseProgress> progress(AccountId shopper, PurchaseId purchase) {
        return progress.of(shopper, purchase);
    }

    @Override
    public Map<PurchaseId, PurchaseProgress> progress(Collection<PurchaseId> purchases) {
        return progress.of(purchases);
    }
}
