/** The API of sellers, by their own sign-in or a token of theirs for another system. */
@NullMarked
package stampede.api.seller;

import org.jspecify.annotations.NullMarked;
