package stampede.task.schema;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.callback.Callback;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import stampede.support.EngineConfiguration;

/** The engine's tables. */
@EngineConfiguration
@EnableConfigurationProperties(TaskSchemaProperties.class)
class TaskSchemaAutoConfiguration {

    /** Where there is no Flyway, or it shall not make them. */
    @Bean
    @ConditionalOnMissingBean
    TaskSchema taskSchema(DataSource database) {
        return new TaskSchemaCheck(database);
    }

    @ConditionalOnClass(Flyway.class)
    @ConditionalOnBooleanProperty(name = "stampede.task.schema.migrate", matchIfMissing = true)
    static class ByFlyway {

        @Bean
        TaskSchema taskSchema(
                DataSource database,
                ObjectProvider<Flyway> application,
                @Qualifier(TaskSchema.CALLBACK) ObjectProvider<Callback> callbacks) {
            return new TaskMigration(database, application, callbacks);
        }
    }
}
