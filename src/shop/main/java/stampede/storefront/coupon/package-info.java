/** Pages of coupons: those to be had, and those somebody has. */
@NullMarked
package stampede.storefront.coupon;

import org.jspecify.annotations.NullMarked;
