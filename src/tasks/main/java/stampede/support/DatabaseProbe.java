package stampede.support;

import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Asks the database for a write that changes nothing. A server that was demoted, or set read-only, answers every read and none of the
 * engine's writes; its variables are called and allow other things on each kind of server and for each user, so they are not asked.
 */
public class DatabaseProbe {

    private static final String WRITE = "update task_node set stopping = stopping where 1 = 0";

    /** {@code --read-only} and the like, a read-only transaction, a read-only storage engine. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);

    private static final int MOST_CAUSES = 20;

    private final JdbcTemplate jdbc;

    DatabaseProbe(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Writes nothing.
     *
     * @throws DataAccessException if the database is away, or is there and takes no writes
     */
    public void write() {
        jdbc.update(WRITE);
    }

    /** Whether the database says that it takes no writes. */
    public static boolean isReadOnly(Throwable failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MOST_CAUSES)
                .anyMatch(cause -> cause instanceof SQLException said && isReadOnly(said));
    }

    static boolean isReadOnly(@Nullable SQLException said) {
        return said != null && READ_ONLY.contains(said.getErrorCode());
    }
}
