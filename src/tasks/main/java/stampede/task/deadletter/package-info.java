/** Dead tasks: stored, looked for, sent again. */
@NullMarked
package stampede.task.deadletter;

import org.jspecify.annotations.NullMarked;
