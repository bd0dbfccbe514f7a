/** Events of tasks: observers, log, metrics. */
@NullMarked
package stampede.task.event;

import org.jspecify.annotations.NullMarked;
