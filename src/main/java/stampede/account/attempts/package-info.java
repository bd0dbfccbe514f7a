/** Bounds on guessing: how often something may be tried, in the whole cluster, and whose turn it is to be hashed. */
@NullMarked
package stampede.account.attempts;

import org.jspecify.annotations.NullMarked;
