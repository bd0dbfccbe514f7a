/** Pages of an account. */
@NullMarked
package stampede.storefront.account;

import org.jspecify.annotations.NullMarked;
