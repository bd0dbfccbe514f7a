package stampede.task.worker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.admin.DeadTask;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.ServerMachines;

/** A database that was set read-only, as a primary is that was demoted: it answers every read and takes no write. */
@Apart
class ReadOnlyDatabaseTests {

    private static final int READ_ONLY = 1290;
    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_RABBIT_ADDRESSES")).getPort() - 672 + 200;

    private static ServerMachines serverMachines;
    private static TaskNode node;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start(@TempDir Path directory) {
        serverMachines = ServerMachines.at(directory, BASE);
        serverMachines.start("mariadb");
        node = TaskNode.start(
                TaskNode.somePrefix(), "STAMPEDE_DB_URL=jdbc:mysql://127.0.0.1:" + (BASE + 306) + "/stampede");
        var first = UUID.randomUUID().toString();
        node.tasks().send(new Errand(first, 0));
        await().atMost(ofSeconds(30)).until(() -> !node.errands().runs(first).isEmpty());
    }

    @AfterEach
    void takesWrites() {
        serverMachines.setReadOnly(false);
    }

    @AfterAll
    static void stop() {
        node.close();
        serverMachines.wipe();
    }

    @Test
    void costsATaskOneAttemptHoweverLongItLasts() {
        var jdbc = node.bean(JdbcTemplate.class);
        var failures = new AtomicInteger();
        node.errands().when(key, (number, attempt) -> {
            try {
                jdbc.update("update task_node set stopping = true where name = 'nobody'");
            } catch (DataAccessException refused) {
                failures.incrementAndGet();
                throw refused;
            }
        });
        serverMachines.setReadOnly(true);
        assertThat(node.tasks().publish(new Errand(key, 1))).succeedsWithin(ofSeconds(5));
        await().atMost(ofSeconds(60)).untilAsserted(() -> assertThat(failures).hasValue(1));
        await().atMost(ofSeconds(60)).untilAsserted(() -> assertThat(health()).isEqualTo(Status.DOWN));
        // With the two retries and the two last tries of the engine's tests it would have died within a second.
        await().during(ofSeconds(2))
                .atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(failures).hasValue(1));

        serverMachines.setReadOnly(false);

        await().atMost(ofSeconds(60))
                .untilAsserted(() -> assertThat(node.errands().runs(key))
                        .extracting(run -> run.context().attempt())
                        .containsExactly(1, 2));
        assertThat(node.dead().count(DeadTask.Status.DEAD)).isZero();
        await().atMost(ofSeconds(60)).untilAsserted(() -> assertThat(health()).isEqualTo(Status.UP));
    }

    @Test
    void isNotKeptByThePool() throws SQLException {
        var pool = node.bean(HikariDataSource.class);
        serverMachines.setReadOnly(true);

        try (var connection = pool.getConnection()) {
            var refused = refusal(connection);

            assertThat(refused.getErrorCode()).isEqualTo(READ_ONLY);
            assertThat(connection.isClosed()).as("let go").isTrue();
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void logsNoErrorForATransactionWhoseConnectionWasLetGo(CapturedOutput log) {
        var jdbc = node.bean(JdbcTemplate.class);
        var transaction = new TransactionTemplate(node.bean(PlatformTransactionManager.class));
        serverMachines.setReadOnly(true);

        assertThatThrownBy(() -> transaction.executeWithoutResult(
                        status -> jdbc.update("update task_node set stopping = true where name = 'nobody'")))
                .isInstanceOfAny(TransactionException.class, DataAccessException.class);

        assertThat(log).doesNotContain("overridden by rollback exception");
    }

    private static SQLException refusal(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate("update task_node set stopping = stopping where 1 = 0");
            throw new AssertionError("The database took a write");
        } catch (SQLException refused) {
            return refused;
        }
    }

    private static Status health() {
        return node.health("taskDatabase");
    }
}
