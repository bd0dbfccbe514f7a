/** The time of the whole cluster. */
@NamedInterface("clock")
@NullMarked
package stampede.support.clock;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
