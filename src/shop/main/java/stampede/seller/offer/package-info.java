/** One published offer of a seller: how it sells, and what its seller does about it. */
@NullMarked
package stampede.seller.offer;

import org.jspecify.annotations.NullMarked;
