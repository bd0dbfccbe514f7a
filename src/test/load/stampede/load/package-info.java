/** The stress test: one offer, far too many shoppers, and the books' verdict. Built by the profile {@code load} only. */
@NullMarked
package stampede.load;

import org.jspecify.annotations.NullMarked;
