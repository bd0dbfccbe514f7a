/** Sending and cancelling. */
@NullMarked
package stampede.task.sending;

import org.jspecify.annotations.NullMarked;
