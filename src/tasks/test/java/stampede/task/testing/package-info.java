/**
 * For those who test their own tasks: {@link stampede.task.testing.EagerTasks} runs them without any server,
 * {@link stampede.task.testing.RecordedTasks} remembers what was sent, and {@link stampede.task.testing.VirtualTime} lets a
 * test move the clock of an engine on a real broker.
 */
@NullMarked
package stampede.task.testing;

import org.jspecify.annotations.NullMarked;
