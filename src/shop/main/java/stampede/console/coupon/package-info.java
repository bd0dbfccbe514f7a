/** The operators' page of coupons. */
@NullMarked
package stampede.console.coupon;

import org.jspecify.annotations.NullMarked;
