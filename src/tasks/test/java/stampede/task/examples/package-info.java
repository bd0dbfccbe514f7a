/**
 * One small test for each thing the task engine can do, to be copied from. They use what is public, run on real servers and
 * share one application. The guide, {@code src/docs/tasks.md}, quotes them.
 */
@NullMarked
package stampede.task.examples;

import org.jspecify.annotations.NullMarked;
