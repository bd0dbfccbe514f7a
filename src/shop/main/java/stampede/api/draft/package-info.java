/** Offers that sellers and operators write, before and after they are published. */
@NullMarked
package stampede.api.draft;

import org.jspecify.annotations.NullMarked;
