package stampede.purchase;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;

/** The pipeline behind the buy button. Each step lets fewer clicks through to the next, dearer one; only the last leaves this node. */
@Service
class PurchasePipeline implements Purchases {

    private final PurchaseRateLimiter limiter;
    private final BuyableOffers offers;
    private final IdempotencyKeyCache recent;
    private final SaleGuard saleGuard;
    private final StockReserving reserving;
    private final PurchaseProgressReader progress;
    private final PurchaseIdSigner signer;
    private final PurchaseMeters meters;

    PurchasePipeline(
            PurchaseRateLimiter limiter,
            BuyableOffers offers,
            IdempotencyKeyCache recent,
            SaleGuard saleGuard,
            StockReserving reserving,
            PurchaseProgressReader progress,
            PurchaseIdSigner signer,
            PurchaseMeters meters) {
        this.limiter = limiter;
        this.offers = offers;
        this.recent = recent;
        this.saleGuard = saleGuard;
        this.reserving = reserving;
        this.progress = progress;
        this.signer = signer;
        this.meters = meters;
    }

    @Override
    public AdmittedAttempt admit(SignedIn account, String clientAddress) {
        return admitFor(null, account, clientAddress);
    }

    @Override
    public AdmittedAttempt admit(SignedIn account, String clientAddress, OfferId offer) {
        return admitFor(offer, account, clientAddress);
    }

    private AdmittedAttempt admitFor(@Nullable OfferId offer, SignedIn account, String clientAddress) {
        try {
            requireShopper(account);
            limiter.admit(account.id(), clientAddress);
            return new AdmittedAttempt(account);
        } catch (PurchaseRefused no) {
            meters.countRefused(no.reason(), offer);
            throw no;
        }
    }

    @Override
    public PurchaseId buy(PurchaseRequest request) {
        return meters.measure(request.offer(), () -> decide(request));
    }

    private PurchaseId decide(PurchaseRequest request) {
        var offer = offers.find(request.account().id(), request.offer());
        var known = recent.find(request);
        if (known.isPresent()) {
            meters.countRepeated(offer.id());
            return known.get();
        }
        requireWithinLimit(request.units(), offer);
        try {
            var purchase = signer.sign(
                    admitAndReserve(request, offer), request.account().id());
            recent.remember(request, purchase);
            return purchase;
        } catch (PurchaseRefused refused) {
            if (refused.reason().isOfTheShop()) {
                saleGuard.giveBackPass(request, refused.reason());
            }
            throw refused;
        }
    }

    private PurchaseId admitAndReserve(PurchaseRequest request, Offer offer) {
        if (!recent.isOpen(request)) {
            try {
                saleGuard.admit(request, offer);
            } catch (PurchaseRefused refused) {
                return findBefore(refused, request, offer);
            }
        }
        return reserve(request, offer);
    }

    /** Who bought before there was a waiting room, and did not hear of it, needs no pass to be told. */
    private PurchaseId findBefore(PurchaseRefused refused, PurchaseRequest request, Offer offer) {
        if (!refused.reason().mayBeOfRoom() || !saleGuard.mayLookUp(offer)) {
            throw refused;
        }
        return reserving.find(request).orElseThrow(() -> refused);
    }

    private PurchaseId reserve(PurchaseRequest request, Offer offer) {
        try {
            var kept = reserving.reserve(request, offer);
            // What was kept before has used the pass where that was seen; if the answer was lost, nobody saw it.
            if (kept.isNew() || recent.isOpen(request)) {
                saleGuard.usePass(request);
            }
            return kept.purchase();
        } catch (PurchaseRefused refused) {
            if (refused.reason() == PurchaseRefusal.OUTCOME_UNKNOWN) {
                recent.rememberOpen(request);
            } else if (refused.reason() == PurchaseRefusal.BUSY && recent.isOpen(request)) {
                throw new PurchaseRefused(PurchaseRefusal.OUTCOME_UNKNOWN);
            }
            throw refused;
        }
    }

    private static void requireShopper(SignedIn account) {
        if (account.role() != Role.SHOPPER) {
            throw new PurchaseRefused(PurchaseRefusal.SHOPPERS_ONLY);
        }
    }

    private static void requireWithinLimit(int units, Offer offer) {
        if (units < 1 || units > offer.limitPerShopper()) {
            throw new PurchaseRefused(PurchaseRefusal.BAD_UNITS);
        }
    }

    @Override
    public void refuse(PurchaseRefusal reason, OfferId offer) {
        meters.countRefused(reason, offer);
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
