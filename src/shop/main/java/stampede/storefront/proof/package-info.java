/** How the shop sells, and the proof that it did so: for everybody. */
@NullMarked
package stampede.storefront.proof;

import org.jspecify.annotations.NullMarked;
