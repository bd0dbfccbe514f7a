/** Periodic tasks. */
@NullMarked
package stampede.task.beat;

import org.jspecify.annotations.NullMarked;
