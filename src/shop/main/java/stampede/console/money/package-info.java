/** Pages of payments, refunds and bills. */
@NullMarked
package stampede.console.money;

import org.jspecify.annotations.NullMarked;
