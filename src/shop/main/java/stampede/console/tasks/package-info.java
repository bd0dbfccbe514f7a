/** Pages of the task monitor. */
@NullMarked
package stampede.console.tasks;

import org.jspecify.annotations.NullMarked;
