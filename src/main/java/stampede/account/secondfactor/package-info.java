/** One-time passwords by time (RFC 6238), and what stands in for them when the device is lost. */
@NullMarked
package stampede.account.secondfactor;

import org.jspecify.annotations.NullMarked;
