/** Work done for Celery's clients and by Celery's workers, over Celery's own wire. */
@ApplicationModule(allowedDependencies = {"support", "task", "task :: spi"})
@NullMarked
package stampede.celery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
