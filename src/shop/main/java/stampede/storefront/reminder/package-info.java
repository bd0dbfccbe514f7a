/** Pages of what shoppers want to be told of, and whether they are ready. */
@NullMarked
package stampede.storefront.reminder;

import org.jspecify.annotations.NullMarked;
