/** Pages of a seller's coupons. */
@NullMarked
package stampede.seller.coupon;

import org.jspecify.annotations.NullMarked;
