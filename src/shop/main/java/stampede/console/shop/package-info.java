/** Pages of the shop itself: its accounts, and who did what. */
@NullMarked
package stampede.console.shop;

import org.jspecify.annotations.NullMarked;
