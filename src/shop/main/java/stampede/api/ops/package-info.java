/** The API of operators. */
@NullMarked
package stampede.api.ops;

import org.jspecify.annotations.NullMarked;
