/** How often tasks of a name may run in the whole cluster. */
@NullMarked
package stampede.task.rate;

import org.jspecify.annotations.NullMarked;
