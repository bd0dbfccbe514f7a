/** Figures of orders. */
@NullMarked
package stampede.order.meter;

import org.jspecify.annotations.NullMarked;
