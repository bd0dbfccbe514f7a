package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.task.BatchTask;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A batch in one transaction of the engine's: the bad row is found, and all others are committed together. */
@TaskTest
class BatchInTransactionTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private JdbcClient jdbc;

    /** The tables of a real feature come from a migration. */
    @BeforeEach
    void makeTable() {
        jdbc.sql("create table if not exists example_score (player int primary key, name varchar(20) not null)")
                .update();
    }

    @Test
    void commitsAllButTheBadRow() {
        var deliveries = IntStream.range(0, 50)
                .mapToObj(player -> tasks.publish(new AddScore(player, player == 13 ? "x".repeat(21) : "Li")))
                .toList();

        assertThat(deliveries).allSatisfy(delivery -> assertThat(delivery).succeedsWithin(ofSeconds(5)));
        await().untilAsserted(() -> assertThat(players()).hasSize(49).doesNotContain(13));
    }

    private List<Integer> players() {
        return jdbc.sql("select player from example_score").query(Integer.class).list();
    }

    record AddScore(int player, String name) {}

    @TaskHandlers
    static class ScoreTasks {

        private final JdbcClient jdbc;

        ScoreTasks(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @BatchTask(name = "score.add", queue = "scores", transaction = true)
        @NoRetry(DataIntegrityViolationException.class)
        Outcomes add(List<Job<AddScore>> batch) {
            batch.forEach(job -> insert(job.payload()));
            return Outcomes.allDone();
        }

        /** Running it again changes nothing, because a task may come twice. */
        private void insert(AddScore task) {
            jdbc.sql("insert into example_score (player, name) values (?, ?) on duplicate key update name = name")
                    .params(task.player(), task.name())
                    .update();
        }
    }
}
