package stampede.support.clock;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Asks the database for the time. */
public class DatabaseTime {

    /** Epoch milliseconds as SQL. Free of time zones, so that no summer time makes an hour happen twice. */
    public static final String NOW_MS = "(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)";

    private final DataSource database;

    DatabaseTime(DataSource database) {
        this.database = database;
    }

    /** Now, in epoch milliseconds. */
    public static long nowMs(JdbcClient sql) {
        return sql.sql("select " + NOW_MS).query(Long.class).single();
    }

    /**
     * Compares it with {@link System#nanoTime}. Waiting for a connection is not part of what is measured.
     *
     * @throws CannotGetJdbcConnectionException if the database does not answer
     */
    ClusterClock.Comparison compare() {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            var asked = System.nanoTime();
            try (var answer = statement.executeQuery("select " + NOW_MS)) {
                var answered = System.nanoTime();
                answer.next();
                return ClusterClock.Comparison.of(answer.getLong(1), asked, answered);
            }
        } catch (SQLException away) {
            throw new CannotGetJdbcConnectionException("The database does not say what time it is", away);
        }
    }
}
