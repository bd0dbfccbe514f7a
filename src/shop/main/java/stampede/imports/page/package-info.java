/** Pages on which sellers and operators send files, look at what they would do, and have them applied. */
@NullMarked
package stampede.imports.page;

import org.jspecify.annotations.NullMarked;
