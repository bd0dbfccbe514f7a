package stampede.replica;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Connections to the replica: some for reports, and one of its own that looks how old it is and waits for no more than a second. They are
 * no beans, so that neither Spring nor a start that waits for servers takes them for the shop's.
 */
final class ReplicaDatabase implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ReplicaDatabase.class);

    private static final int LONGEST_WAIT_MS = 1_000;

    /** As long as a request may take. */
    private static final int LONGEST_READ_MS = 30_000;

    private final HikariDataSource pool;
    private final DataSource reports;
    private final HikariDataSource looks;
    private final JdbcClient sql;
    private final TransactionTemplate snapshot;
    private final Map<Thread, Connection> reading = new ConcurrentHashMap<>();

    ReplicaDatabase(ReplicaProperties properties) {
        this.pool = pool(properties, "replica", properties.connections(), LONGEST_READ_MS);
        this.reports = new DelegatingDataSource(pool) {
            @Override
            public Connection getConnection() throws SQLException {
                var connection = super.getConnection();
                reading.put(Thread.currentThread(), connection);
                return connection;
            }
        };
        this.looks = pool(properties, "replica-age", 1, LONGEST_WAIT_MS);
        this.sql = JdbcClient.create(reports);
        var transactions = new JdbcTransactionManager(reports);
        // What the primary is asked meanwhile is no part of it.
        transactions.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
        this.snapshot = new TransactionTemplate(transactions);
    }

    private static HikariDataSource pool(ReplicaProperties properties, String name, int size, int longestMs) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(properties.url().replaceFirst("socketTimeout=0*60000\\b", "socketTimeout=" + longestMs));
        config.setUsername(properties.username());
        config.setPassword(properties.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(LONGEST_WAIT_MS);
        config.setValidationTimeout(LONGEST_WAIT_MS / 2);
        config.setReadOnly(true);
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** For who looks how old it is. */
    JdbcClient looks() {
        return JdbcClient.create(looks);
    }

    /** For reports; within {@link #read}. */
    JdbcClient sql() {
        return sql;
    }

    /** Whether this thread is within {@link #read}. */
    boolean isReading() {
        return TransactionSynchronizationManager.hasResource(reports);
    }

    /**
     * Everything that the work reads is of one moment.
     *
     * @throws DataAccessException or
     * @throws TransactionException if the replica does not answer
     */
    <T> T read(Supplier<T> work) {
        try {
            return Objects.requireNonNull(snapshot.execute(status -> work.get()));
        } finally {
            reading.remove(Thread.currentThread());
        }
    }

    /** Lets reads fail that wait for an answer: their connections lead to a server that is silent. */
    void abort() {
        for (var connection : reading.values()) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException gone) {
                log.debug("A connection to the replica had gone already", gone);
            }
        }
    }

    @Override
    public void close() {
        pool.close();
        looks.close();
    }
}
