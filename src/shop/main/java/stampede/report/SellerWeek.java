package stampede.report;

import java.util.List;
import stampede.catalog.OfferKind;

/**
 * How the offers of a seller that opened in a week sold. Coupons cost nothing and are counted apart.
 *
 * @param week which one
 * @param offers each of them, newest first
 */
public record SellerWeek(Week week, List<OfferReport> offers) {

    public SellerWeek {
        offers = List.copyOf(offers);
    }

    /** What was sold for money. */
    public List<OfferReport> goods() {
        return of(OfferKind.GOODS);
    }

    public List<OfferReport> coupons() {
        return of(OfferKind.COUPON);
    }

    /** Of what was sold for money. */
    public SaleTotals totals() {
        return goods().stream().map(OfferReport::totals).reduce(SaleTotals.NONE, SaleTotals::plus);
    }

    public long unitsOffered() {
        return goods().stream().mapToLong(OfferReport::unitsOffered).sum();
    }

    public int percentSold() {
        return totals().percentOf(unitsOffered());
    }

    public long couponsOffered() {
        return coupons().stream().mapToLong(OfferReport::unitsOffered).sum();
    }

    public long couponsTaken() {
        return coupons().stream().mapToLong(offer -> offer.totals().unitsSold()).sum();
    }

    private List<OfferReport> of(OfferKind kind) {
        return offers.stream().filter(offer -> offer.kind() == kind).toList();
    }
}
