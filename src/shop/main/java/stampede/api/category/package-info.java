/** Categories of products, kept by operators and read by sellers. */
@NullMarked
package stampede.api.category;

import org.jspecify.annotations.NullMarked;
