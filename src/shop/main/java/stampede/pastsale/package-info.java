/** Sales that were closed out long ago: their orders lie in tables of their own, so that those of today stay small. */
@ApplicationModule(allowedDependencies = {"catalog", "replica", "task"})
@NullMarked
package stampede.pastsale;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
