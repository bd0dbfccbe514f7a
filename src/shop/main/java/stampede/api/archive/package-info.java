/** The archive of dead tasks as JSON. */
@NullMarked
package stampede.api.archive;

import org.jspecify.annotations.NullMarked;
