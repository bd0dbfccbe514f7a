/** Whether all is well tonight, and what waits for a person. */
@NullMarked
package stampede.console.tonight;

import org.jspecify.annotations.NullMarked;
