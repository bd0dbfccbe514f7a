/** Work in the background, in Celery's manner: send, delay, retry, repeat, set aside. */
@ApplicationModule(allowedDependencies = {"support", "support :: rabbit"})
@NullMarked
package stampede.task;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
