/** Threads that take messages, run tasks and acknowledge. */
@NullMarked
package stampede.task.worker;

import org.jspecify.annotations.NullMarked;
