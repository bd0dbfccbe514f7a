/** Retries that are set while tasks run. */
@NullMarked
package stampede.task.retry;

import org.jspecify.annotations.NullMarked;
