/** What shoppers asked to be told of, as JSON. */
@NullMarked
package stampede.api.reminders;

import org.jspecify.annotations.NullMarked;
