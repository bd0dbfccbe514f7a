/** The page on which operators keep categories. */
@NullMarked
package stampede.category.page;

import org.jspecify.annotations.NullMarked;
