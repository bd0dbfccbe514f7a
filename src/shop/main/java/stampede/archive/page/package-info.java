/** The archive's pages for operators. */
@NullMarked
package stampede.archive.page;

import org.jspecify.annotations.NullMarked;
