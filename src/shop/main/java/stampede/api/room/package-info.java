/** Waiting rooms in the JSON API. */
@NullMarked
package stampede.api.room;

import org.jspecify.annotations.NullMarked;
