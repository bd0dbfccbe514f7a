/** Pages about orders: the list, one of them, and what is done to it. */
@NullMarked
package stampede.console.orders;

import org.jspecify.annotations.NullMarked;
