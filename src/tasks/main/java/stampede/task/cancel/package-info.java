/** Which tasks were cancelled. */
@NullMarked
package stampede.task.cancel;

import org.jspecify.annotations.NullMarked;
