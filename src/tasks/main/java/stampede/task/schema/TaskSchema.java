package stampede.task.schema;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/**
 * Has the engine's tables there before anything uses the database. A bean of Spring Boot's {@code DatabaseInitializer} kind: templates
 * and repositories wait for it.
 */
abstract class TaskSchema implements InitializingBean {

    /** The qualifier of Flyway callbacks that shall hear of the engine's migrations, too. */
    static final String CALLBACK = "stampedeTaskMigration";

    /** Where the migrations lie, and the first is the plain schema. */
    static final String LOCATION = "stampede/task/migration";

    /** One that is there since the first version. */
    private static final String TABLE = "task_outbox";

    /**
     * Whether the tables are there.
     *
     * @throws CannotGetJdbcConnectionException if the database does not answer
     */
    static boolean isThere(DataSource database) {
        return has(database, TABLE);
    }

    static boolean has(DataSource database, String table) {
        try (var connection = database.getConnection();
                var tables = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), connection.getSchema(), table, null)) {
            return tables.next();
        } catch (SQLException away) {
            throw new CannotGetJdbcConnectionException("The database does not say which tables it has", away);
        }
    }
}
