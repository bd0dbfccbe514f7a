/** Shoppers' address books as JSON. */
@NullMarked
package stampede.api.addresses;

import org.jspecify.annotations.NullMarked;
