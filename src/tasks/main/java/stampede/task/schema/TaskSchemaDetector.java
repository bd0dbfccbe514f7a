package stampede.task.schema;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/** Tells Spring Boot to have the engine's tables made after the application's, and before anything asks the database. */
class TaskSchemaDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

    /** After those of Flyway (1) and of scripts. */
    private static final int ORDER = 100;

    @Override
    protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
        return Set.of(TaskSchema.class);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
