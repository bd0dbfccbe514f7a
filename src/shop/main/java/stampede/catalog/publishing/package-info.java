/** How slots and offers are made, and told of. */
@NullMarked
package stampede.catalog.publishing;

import org.jspecify.annotations.NullMarked;
