/** How the shop recovers: what it undid and repaired, and when failed tasks are tried again. */
@NullMarked
package stampede.console.recovery;

import org.jspecify.annotations.NullMarked;
