/** Tasks that wait in the database: for a commit, for their time, for the broker. */
@NullMarked
package stampede.task.outbox;

import org.jspecify.annotations.NullMarked;
