package stampede.task.broker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Delivery;
import stampede.task.TaskNotSent;
import stampede.task.admin.DeadTask;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.FaultyLine;

/** What becomes of tasks while the broker or the database cannot be reached. */
@Apart
class ServerLossTests {

    private static final URI BROKER = URI.create(env("STAMPEDE_RABBIT_ADDRESSES"));
    private static final URI DATABASE = URI.create(env("STAMPEDE_DB_URL").substring("jdbc:".length()));

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void startsWithoutABrokerAndWorksOnceItIsThere() {
        try (var line = FaultyLine.to(BROKER.getPort())) {
            line.cut();
            try (var node = TaskNode.start(prefix, broker(line))) {
                assertThat(node.tasks().publish(new Errand(key, 1)))
                        .succeedsWithin(ofSeconds(1))
                        .isEqualTo(Delivery.UNKNOWN);
                assertThatExceptionOfType(TaskNotSent.class)
                        .isThrownBy(() -> node.tasks().send(new Errand(key, 2)));
                sendInTransaction(node, 3);

                line.mend();

                await().atMost(ofSeconds(20))
                        .untilAsserted(() -> assertThat(node.errands().runs(key))
                                .extracting(Errands.Run::number)
                                .containsExactly(3));
            }
        }
    }

    @Test
    void doesNotCallSilenceARefusal() {
        try (var line = FaultyLine.to(BROKER.getPort());
                var node = TaskNode.start(prefix, broker(line), "stampede.task.confirm-timeout=1s")) {
            line.hold();

            var answers = IntStream.range(0, 100)
                    .mapToObj(number -> node.tasks().publish(new Errand(key, number)))
                    .toList();

            assertThat(answers)
                    .allSatisfy(answer ->
                            assertThat(answer).succeedsWithin(ofSeconds(5)).isEqualTo(Delivery.UNKNOWN));
            line.mend();
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(node.errands().runs(key)).hasSize(100));
        }
    }

    @Test
    void losesNothingWhenTheBrokerGoesAwayWhileTasksRun() {
        try (var line = FaultyLine.to(BROKER.getPort());
                var node = TaskNode.start(prefix, broker(line))) {
            var started = new CountDownLatch(4);
            var goOn = new CountDownLatch(1);
            node.errands().when(key, (number, attempt) -> {
                started.countDown();
                goOn.await();
            });
            IntStream.range(0, 30).forEach(number -> sendInTransaction(node, number));
            await().until(() -> started.await(10, TimeUnit.MILLISECONDS));

            line.cut();
            goOn.countDown();
            sendInTransaction(node, 30);
            line.mend();

            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(node.errands().runs(key))
                            .extracting(Errands.Run::number)
                            .containsAll(IntStream.rangeClosed(0, 30).boxed().toList()));
            assertThat(node.dead().count(DeadTask.Status.DEAD)).isZero();
        }
    }

    @Test
    void waitsForTheDatabaseInsteadOfUsingUpAttempts() {
        try (var line = FaultyLine.to(DATABASE.getPort());
                var node = TaskNode.start(prefix, database(line), "spring.datasource.hikari.connection-timeout=500")) {
            var jdbc = node.bean(JdbcTemplate.class);
            var failures = new AtomicInteger();
            awaitWork(node);
            node.errands().when(key, (number, attempt) -> {
                try {
                    jdbc.execute("select 1");
                } catch (RuntimeException away) {
                    failures.incrementAndGet();
                    throw away;
                }
            });
            line.cut();
            assertThat(node.tasks().publish(new Errand(key, 1)))
                    .succeedsWithin(ofSeconds(5))
                    .isEqualTo(Delivery.CONFIRMED);
            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(failures).hasValue(1));
            await().during(ofSeconds(2))
                    .atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(failures).hasValue(1));

            line.mend();

            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(node.errands().runs(key))
                            .extracting(run -> run.context().attempt())
                            .containsExactly(1, 2));
        }
    }

    /** A suspect asks every tenth of a second whether it is one still. */
    @Test
    void costsNoAttemptWhatWaitsForItsTurnAfterANodeDied() {
        var goOn = new CountDownLatch(1);
        leaveFourInHandBesideADeadNode();
        try (var line = FaultyLine.to(DATABASE.getPort());
                var node = TaskNode.start(prefix, database(line), "spring.datasource.hikari.connection-timeout=500")) {
            node.errands().when(key, (number, attempt) -> goOn.await());
            await().atMost(ofSeconds(30)).until(() -> !node.errands().runs(key).isEmpty());

            line.cut();
            await().during(ofSeconds(3))
                    .atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(node.errands().runs(key)).hasSize(1));
            line.mend();
            goOn.countDown();

            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(node.errands().runs(key))
                            .extracting(Errands.Run::number)
                            .containsExactlyInAnyOrder(0, 1, 2, 3));
            assertThat(node.errands().runs(key)).allMatch(run -> run.context().attempt() == 1);
        } finally {
            goOn.countDown();
        }
    }

    private void leaveFourInHandBesideADeadNode() {
        var never = new CountDownLatch(1);
        try (var first = TaskNode.start(
                prefix, "errands.tidy-up=false", "stampede.task.wind-down=0ms", "stampede.task.drain-timeout=1s")) {
            first.errands().when(key, (number, attempt) -> never.await());
            IntStream.range(0, 4).forEach(number -> first.tasks().send(new Errand(key, number)));
            await().atMost(ofSeconds(30)).until(() -> first.errands().runs(key).size() == 4);
            first.bean(JdbcTemplate.class)
                    .update("""
                            insert into task_node (prefix, name, roles, started_ms, seen_ms, stopping, running, queues)
                            values (?, 'dead', 'web,worker', 0, ?, false, '[]', '{}')
                            """, prefix, Instant.now().minusSeconds(60).toEpochMilli());
        } finally {
            never.countDown();
        }
    }

    /** A worker takes nothing until the database has told it once which queues are paused. */
    private void awaitWork(TaskNode node) {
        var first = UUID.randomUUID().toString();
        node.tasks().send(new Errand(first, 0));
        await().atMost(ofSeconds(20)).until(() -> !node.errands().runs(first).isEmpty());
    }

    private void sendInTransaction(TaskNode node, int number) {
        node.bean(TransactionTemplate.class)
                .executeWithoutResult(status -> node.tasks().send(new Errand(key, number)));
    }

    private static String broker(FaultyLine line) {
        return "STAMPEDE_RABBIT_ADDRESSES="
                + env("STAMPEDE_RABBIT_ADDRESSES").replace(":" + BROKER.getPort(), ":" + line.port());
    }

    private static String database(FaultyLine line) {
        return "STAMPEDE_DB_URL=" + env("STAMPEDE_DB_URL").replace(":" + DATABASE.getPort(), ":" + line.port());
    }

    private static String env(String name) {
        var value = System.getenv(name);
        if (value == null) {
            throw new IllegalStateException("Start servers and set " + name + "; see scripts/test");
        }
        return value;
    }
}
