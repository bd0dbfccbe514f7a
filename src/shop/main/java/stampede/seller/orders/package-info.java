/** What a seller sold: the list, one order, its parcel and where it goes. */
@NullMarked
package stampede.seller.orders;

import org.jspecify.annotations.NullMarked;
