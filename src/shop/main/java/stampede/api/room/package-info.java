/** Waiting rooms in the JSON API. */
@NamedInterface("room")
@NullMarked
package stampede.api.room;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
