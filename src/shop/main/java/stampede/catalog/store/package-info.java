/** Products, slots and offers in MySQL. */
@NullMarked
package stampede.catalog.store;

import org.jspecify.annotations.NullMarked;
