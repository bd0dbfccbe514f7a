/** The page of a waiting room. */
@NullMarked
package stampede.storefront.room;

import org.jspecify.annotations.NullMarked;
