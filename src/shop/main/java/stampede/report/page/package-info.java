/** Reports as pages, for the screen and for paper, and as files. */
@NullMarked
package stampede.report.page;

import org.jspecify.annotations.NullMarked;
