/** Coupons as JSON, for shoppers and for their sellers. */
@NullMarked
package stampede.api.coupons;

import org.jspecify.annotations.NullMarked;
