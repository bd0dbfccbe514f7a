package stampede.coupon;

/**
 * Who has a coupon, as its seller may know it.
 *
 * @param coupon what they have; its code is for them alone
 * @param name the first letter of their username
 */
public record CouponHolder(Coupon coupon, String name) {

    private static final String REST = "***";

    static CouponHolder of(Coupon coupon, String username) {
        return new CouponHolder(coupon, username.substring(0, 1) + REST);
    }
}
