/** The page on which operators ask for more of the demonstration. */
@NullMarked
package stampede.demo.page;

import org.jspecify.annotations.NullMarked;
