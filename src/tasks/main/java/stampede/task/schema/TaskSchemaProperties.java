package stampede.task.schema;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The engine's tables.
 *
 * @param migrate whether Flyway makes and changes them when the application starts, with a history of its own (task_schema_history)
 */
@ConfigurationProperties("stampede.task.schema")
record TaskSchemaProperties(@DefaultValue("true") boolean migrate) {}
