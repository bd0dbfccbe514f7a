package stampede.coupon;

/**
 * A coupon on offer in a list of many sellers'.
 *
 * @param coupon how it goes
 * @param seller the username of whose it is
 */
public record SellersCoupon(CouponOffer coupon, String seller) {}
