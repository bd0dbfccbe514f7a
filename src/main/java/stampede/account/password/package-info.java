/** What a password may be, and how it is kept. */
@NullMarked
package stampede.account.password;

import org.jspecify.annotations.NullMarked;
