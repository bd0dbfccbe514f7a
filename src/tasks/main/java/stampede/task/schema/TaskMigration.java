package stampede.task.schema;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Has Flyway make and change the tables, after the application's own migrations and with a history of its own, so that neither counts
 * the other's versions. Where the application's Flyway has a database user of its own, this one is it, too.
 */
final class TaskMigration extends TaskSchema {

    private static final String HISTORY = "task_schema_history";

    /** Two statements come one after the other. */
    private static final Duration FIRST_LINE_IS_WRITTEN = Duration.ofSeconds(2);

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
        var flyway = Flyway.configure(getClass().getClassLoader())
                .dataSource(source)
                .table(HISTORY)
                .locations("classpath:" + LOCATION)
                .callbacks(callbacks.orderedStream().toArray(Callback[]::new))
                // The application's tables are no reason to refuse, and the engine's own are those of the first
                // version.
                .baselineOnMigrate(true)
                .baselineVersion(isThere(database) ? "1" : "0")
                .load();
        var known = has(database, HISTORY);
        try {
            flyway.migrate();
        } catch (FlywayException failure) {
            if (known || !has(database, HISTORY)) {
                throw failure;
            }
            // Another node that starts for the first time, too, has made the history and not written into it yet.
            // Flyway locks it from there on.
            LockSupport.parkNanos(FIRST_LINE_IS_WRITTEN.toNanos());
            flyway.migrate();
        }
    }
}
