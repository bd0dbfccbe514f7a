/** Accounts, for operators with the duty to see to them. */
@NullMarked
package stampede.api.accounts;

import org.jspecify.annotations.NullMarked;
