/** The pages of rehearsals. */
@NullMarked
package stampede.rehearsal.page;

import org.jspecify.annotations.NullMarked;
