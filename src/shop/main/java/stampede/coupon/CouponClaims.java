package stampede.coupon;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.order.OrderId;
import stampede.purchase.AdmittedAttempt;
import stampede.purchase.DeliveryAddress;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;

/** How shoppers come by coupons: as by anything else, but that they wait for the order, which comes in a moment. */
@Service
public class CouponClaims {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
    private static final Duration FIRST_LOOK = Duration.ofMillis(20);
    private static final Duration RAREST_LOOK = Duration.ofMillis(160);

    private final Purchases purchases;
    private final Catalog catalog;
    private final CouponTermsCache terms;
    private final CouponRepository coupons;
    private final LiveStock stock;

    public CouponClaims(
            Purchases purchases, Catalog catalog, CouponTermsCache terms, CouponRepository coupons, LiveStock stock) {
        this.purchases = purchases;
        this.catalog = catalog;
        this.terms = terms;
        this.coupons = coupons;
        this.stock = stock;
    }

    /** The coupons that can be had now or later, those that end first coming first. */
    public List<CouponToHave> toBeHad() {
        var offers = catalog.coupons();
        var known = terms.of(offers.stream().map(Offer::id).toList());
        var left = stock.of(offers.stream().map(Offer::id).toList());
        return offers.stream()
                .filter(offer -> known.containsKey(offer.id()) && left.containsKey(offer.id()))
                .map(offer -> new CouponToHave(
                        Objects.requireNonNull(known.get(offer.id())),
                        offer.window(),
                        offer.allotment(),
                        Objects.requireNonNull(left.get(offer.id()))))
                .sorted(Comparator.comparing(coupon -> coupon.window().closesAt()))
                .toList();
    }

    /**
     * Takes a coupon for whoever asks, and waits up to two seconds for it to be written.
     *
     * @param key the same gives the same coupon
     * @throws PurchaseRefused if they cannot have it, or it is no coupon
     */
    public CouponClaim claim(AdmittedAttempt attempt, OfferId offer, String key) throws InterruptedException {
        if (catalog.offer(offer).filter(found -> !found.isCoupon()).isPresent()) {
            throw new PurchaseRefused(PurchaseRefusal.UNKNOWN_OFFER);
        }
        var shopper = attempt.account().id();
        var purchase = purchases.buy(new PurchaseRequest(attempt, offer, 1, DeliveryAddress.NONE, key));
        return new CouponClaim(purchase, order(shopper, purchase).flatMap(order -> coupons.find(shopper, order)));
    }

    /** Waits up to two seconds for a coupon's counter: whoever asks for it from then on is not told that the shop is busy. */
    public void awaitCounter(OfferId offer) throws InterruptedException {
        var until = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (stock.of(offer).gate().compareTo(StockView.Gate.OPEN) < 0 && System.nanoTime() < until) {
            Thread.sleep(FIRST_LOOK.toMillis());
        }
    }

    private Optional<OrderId> order(AccountId shopper, PurchaseId purchase) throws InterruptedException {
        var until = System.nanoTime() + LONGEST_WAIT.toNanos();
        for (var pause = FIRST_LOOK; System.nanoTime() < until; pause = longer(pause)) {
            Thread.sleep(pause.toMillis());
            var progress = progress(shopper, purchase);
            if (progress instanceof PurchaseProgress.Placed placed) {
                return Optional.of(placed.order());
            } else if (progress instanceof PurchaseProgress.Refused refused) {
                throw new PurchaseRefused(refused.reason());
            }
        }
        return Optional.empty();
    }

    /** It is reserved: whoever does not answer now will not keep it from becoming an order. */
    private PurchaseProgress progress(AccountId shopper, PurchaseId purchase) {
        var unknown = new PurchaseProgress.Reserved(Optional.empty());
        try {
            return purchases.progress(shopper, purchase).orElse(unknown);
        } catch (DataAccessException away) {
            return unknown;
        }
    }

    private static Duration longer(Duration pause) {
        return pause.compareTo(RAREST_LOOK) < 0 ? pause.multipliedBy(2) : pause;
    }
}
