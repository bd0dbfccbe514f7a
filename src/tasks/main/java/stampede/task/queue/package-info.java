/** Queues as they are seen and steered. */
@NullMarked
package stampede.task.queue;

import org.jspecify.annotations.NullMarked;
