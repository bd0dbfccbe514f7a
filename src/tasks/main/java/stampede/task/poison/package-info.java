/** Tasks that kill their process. */
@NullMarked
package stampede.task.poison;

import org.jspecify.annotations.NullMarked;
