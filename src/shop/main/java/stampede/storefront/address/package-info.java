/** Pages of a shopper's address book. */
@NullMarked
package stampede.storefront.address;

import org.jspecify.annotations.NullMarked;
