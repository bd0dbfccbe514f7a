/** Offers in memory and in Redis. */
@NullMarked
package stampede.catalog.cache;

import org.jspecify.annotations.NullMarked;
