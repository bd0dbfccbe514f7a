/** Tables that other systems send in the name of sellers and operators. */
@NullMarked
package stampede.api.imports;

import org.jspecify.annotations.NullMarked;
