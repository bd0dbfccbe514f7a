package stampede.task.schema;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.callback.Callback;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Has Flyway make and change the tables, after the application's own migrations and with a history of its own, so that neither counts
 * the other's versions. Where the application's Flyway has a database user of its own, this one is it, too.
 */
final class TaskMigration extends TaskSchema {

    private static final String HISTORY = "task_schema_history";

    private final DataSource database;
    private final ObjectProvider<Flyway> application;
    private final ObjectProvider<Callback> callbacks;

    TaskMigration(DataSource database, ObjectProvider<Flyway> application, ObjectProvider<Callback> callbacks) {
        this.database = database;
        this.application = application;
        this.callbacks = callbacks;
    }

    @Override
    public void afterPropertiesSet() {
        var own = application.getIfUnique();
        var source = own == null ? database : own.getConfiguration().getDataSource();
        Flyway.configure(getClass().getClassLoader())
                .dataSource(source)
                .table(HISTORY)
                .locations("classpath:" + LOCATION)
                .callbacks(callbacks.orderedStream().toArray(Callback[]::new))
                // The application's tables are no reason to refuse, and the engine's own are those of the first
                // version.
                .baselineOnMigrate(true)
                .baselineVersion(isThere(database) ? "1" : "0")
                .load()
                .migrate();
    }
}
