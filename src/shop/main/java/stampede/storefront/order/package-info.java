/** Pages of orders and their payment. */
@NullMarked
package stampede.storefront.order;

import org.jspecify.annotations.NullMarked;
