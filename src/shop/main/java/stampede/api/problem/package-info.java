/** Problems as JSON: refusals, bad input, faults. */
@NamedInterface("problem")
@NullMarked
package stampede.api.problem;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
