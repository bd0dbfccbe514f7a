package stampede.task.sending;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.at;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.in;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Delivery;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.UnknownTask;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskEngineTest;
import stampede.task.spi.QueueNames;

@TaskEngineTest
class TaskSenderTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private QueueNames names;

    private final String key = UUID.randomUUID().toString();

    @Test
    void runsWhatIsSentUnderTheIdItAnswers() {
        var sent = tasks.send(new Errand(key, 7));

        await().untilAsserted(() -> assertThat(errands.runs(key))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.number()).isEqualTo(7);
                    assertThat(run.context()).isEqualTo(new TaskContext(sent, "errand.run", 1));
                }));
    }

    @Test
    void keepsTheIdThatTheSenderChose() {
        assertThat(tasks.send(new Errand(key, 1), id(new TaskId("chosen-" + key))))
                .hasToString("chosen-" + key);

        await().untilAsserted(() -> assertThat(errands.runs(key))
                .singleElement()
                .satisfies(run -> assertThat(run.context().id()).hasToString("chosen-" + key)));
    }

    @Test
    void confirmsWhatIsPublished() {
        assertThat(tasks.publish(new Errand(key, 1)))
                .succeedsWithin(ofSeconds(5))
                .isEqualTo(Delivery.CONFIRMED);

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
    }

    @Test
    void refusesWhatNobodyHandles() {
        record Nothing() {}

        assertThatExceptionOfType(UnknownTask.class).isThrownBy(() -> tasks.send(new Nothing()));
        assertThatExceptionOfType(UnknownTask.class).isThrownBy(() -> tasks.publish(new Nothing()));
    }

    @Test
    void waitsInALaneWhereThereIsOne() {
        runsNoSoonerThan(300, () -> tasks.send(new Errand(key, 1), in(TaskEngine.LANE)));
    }

    @Test
    void waitsInTheOutboxWhereThereIsNoLane() {
        runsNoSoonerThan(430, () -> tasks.send(new Errand(key, 1), in(ofMillis(430))));
    }

    @Test
    void waitsForAnInstant() {
        runsNoSoonerThan(
                350, () -> tasks.send(new Errand(key, 1), at(Instant.now().plusMillis(350))));
    }

    @Test
    void runsAtOnceWhatIsOverdue() {
        tasks.send(new Errand(key, 1), at(Instant.now().minusSeconds(60)));

        await().untilAsserted(() -> assertThat(errands.runs(key)).hasSize(1));
    }

    private void runsNoSoonerThan(long millis, Runnable sending) {
        var start = System.nanoTime();
        var ran = new CompletableFuture<Long>();
        errands.when(key, (number, attempt) -> ran.complete(System.nanoTime()));

        sending.run();

        assertThat(ran).succeedsWithin(ofSeconds(10));
        assertThat(ofMillis((ran.join() - start) / 1_000_000))
                .isBetween(ofMillis(millis - 5), ofMillis(millis + 3_000));
    }

    @Test
    void sendsIfAndOnlyIfTheTransactionCommits() {
        var committed = new ArrayList<Integer>();
        var random = new Random(42);
        for (int number = 0; number < 500; number++) {
            var commits = random.nextBoolean();
            sendInTransaction(number, commits);
            if (commits) {
                committed.add(number);
            }
        }

        await().atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(errands.runs(key)).hasSize(committed.size()));
        assertThat(errands.runs(key)).extracting(Errands.Run::number).containsExactlyInAnyOrderElementsOf(committed);
        await().untilAsserted(() -> assertThat(rowsInTheOutbox()).isZero());
    }

    private void sendInTransaction(int number, boolean commits) {
        transaction.executeWithoutResult(status -> {
            tasks.send(new Errand(key, number));
            if (!commits) {
                status.setRollbackOnly();
            }
        });
    }

    /** Of this test; others of the same engine may wait for their time. */
    private int rowsInTheOutbox() {
        return jdbc.queryForList(
                        "select id from task_outbox where prefix = ? and instr(cast(body as char), ?) > 0",
                        names.prefix(),
                        key)
                .size();
    }

    @Test
    void publishesThousandsASecondWithOneAnswerEach() {
        var answers = new ArrayList<CompletableFuture<Delivery>>();
        for (int number = 0; number < 10_000; number++) {
            answers.add(tasks.publish(new Errand(key, number)));
        }

        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer).succeedsWithin(ofSeconds(10)).isEqualTo(Delivery.CONFIRMED));
        await().atMost(ofSeconds(30))
                .untilAsserted(() -> assertThat(errands.runs(key)).hasSize(10_000));
    }
}
