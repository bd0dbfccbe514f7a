/** Pages on which sellers and operators write about products and give them pictures. */
@NullMarked
package stampede.product.page;

import org.jspecify.annotations.NullMarked;
