/**
 * The stress test: one offer, far too many shoppers, and the books' verdict; and the bench: the shop's paths beside bare Spring MVC.
 * Built by the profile {@code load} only.
 */
@NullMarked
package stampede.load;

import org.jspecify.annotations.NullMarked;
