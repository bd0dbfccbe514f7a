/** The pages that show what happens to offers while it happens. */
@NullMarked
package stampede.pulse.live;

import org.jspecify.annotations.NullMarked;
