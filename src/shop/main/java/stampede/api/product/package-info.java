/** Products as other systems keep them in the name of sellers and operators. */
@NullMarked
package stampede.api.product;

import org.jspecify.annotations.NullMarked;
