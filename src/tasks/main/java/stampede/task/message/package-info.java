/** Messages as they are on the wire, in Celery's form. */
@NullMarked
package stampede.task.message;

import org.jspecify.annotations.NullMarked;
