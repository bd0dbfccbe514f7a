/**
 * A local stand-in for Alipay, so that everything about money can be tried without an account: a program of its own in the same
 * jar, reached by HTTP only. The shop never sees its classes. Not for production: it refuses to start there.
 */
@NullMarked
package stampede.alipaysandbox;

import org.jspecify.annotations.NullMarked;
