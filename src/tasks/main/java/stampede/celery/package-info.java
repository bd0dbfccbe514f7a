/** Work done for Celery's clients and by Celery's workers, over Celery's own wire. */
@ApplicationModule(allowedDependencies = {"support", "support :: rabbit", "task", "task :: spi", "task :: admin"})
@NullMarked
package stampede.celery;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
