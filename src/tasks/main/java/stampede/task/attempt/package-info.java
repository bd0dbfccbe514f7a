/** One attempt of a task: threads, time limits, transactions. */
@NullMarked
package stampede.task.attempt;

import org.jspecify.annotations.NullMarked;
