/** Where a number, a name or a word leads in the console. */
@NullMarked
package stampede.console.find;

import org.jspecify.annotations.NullMarked;
