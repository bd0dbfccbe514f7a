package stampede.support;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;

/**
 * The auto-configuration of one room of the engine, in that room, so that its classes need not be seen from elsewhere. All are listed in
 * {@code AutoConfiguration.imports}; none applies where {@code stampede.task.enabled} is false. What is nested in one, for what not
 * every application has, bears no stereotype: a scan of this package would find it before what it depends on.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@AutoConfiguration(
        after = {
            DataSourceTransactionManagerAutoConfiguration.class,
            JacksonAutoConfiguration.class,
            JdbcTemplateAutoConfiguration.class,
            RabbitAutoConfiguration.class
        },
        afterName = {
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnBooleanProperty(name = "stampede.task.enabled", matchIfMissing = true)
public @interface EngineConfiguration {}
