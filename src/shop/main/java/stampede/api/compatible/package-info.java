/**
 * The JSON API of an earlier coupon shop, kept so that its clients go on: the public project zhongzhh8/SecKill-System. Paths, roles,
 * members and statuses are its own, and errors are {@code {"errMsg": …}}; rules for names, passwords and attempts are this shop's.
 */
@NullMarked
package stampede.api.compatible;

import org.jspecify.annotations.NullMarked;
