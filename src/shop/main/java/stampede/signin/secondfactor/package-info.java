/** One-time codes and backup codes. */
@NullMarked
package stampede.signin.secondfactor;

import org.jspecify.annotations.NullMarked;
