/** What Actuator shows of the engine. */
@NullMarked
package stampede.task.actuator;

import org.jspecify.annotations.NullMarked;
