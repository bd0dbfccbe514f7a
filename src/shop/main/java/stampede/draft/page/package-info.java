/** Pages on which sellers and operators find offers, write drafts of them, and decide about them. */
@NullMarked
package stampede.draft.page;

import org.jspecify.annotations.NullMarked;
