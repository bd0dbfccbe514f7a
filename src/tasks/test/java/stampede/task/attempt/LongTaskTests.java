package stampede.task.attempt;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.engine.Chores;
import stampede.task.engine.Chores.Rare;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** Tasks of minutes and hours, and a broker that takes back what is held for too long. */
@Apart
class LongTaskTests {

    private static final int MANY = 40;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void release() {
        goOn.countDown();
    }

    @Test
    void holdsNothingButWhatRunsUntilItKnowsHowLongTasksTakeAndOnceTheyTakeLong() {
        try (var node = TaskNode.start(prefix, "stampede.task.consumer-timeout=8s")) {
            var first = new CountDownLatch(1);
            node.errands().when(key, (number, attempt) -> first.await());
            send(node, 0, 10);
            await().atMost(ofSeconds(20)).untilAsserted(() -> {
                assertThat(node.errands().runs(key)).hasSize(4);
                assertThat(ready(node)).as("nobody knows yet").isEqualTo(6);
            });
            first.countDown();
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(node.errands().runs(key)).hasSize(10));
            learnThatTasksAreShort(node);

            node.errands().when(key, (number, attempt) -> goOn.await());
            send(node, 10, MANY);
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(ready(node))
                            .as("what its threads do not get to in time went back")
                            .isEqualTo(MANY - 10 - 4));
            assertThat(node.inHand("errands")).isEqualTo(4);

            goOn.countDown();
            await().atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(node.errands().runs(key))
                            .extracting(Errands.Run::number)
                            .containsExactlyInAnyOrderElementsOf(
                                    IntStream.range(0, MANY).boxed().toList()));
        }
    }

    @Test
    void neitherRunsWhatTheBrokerTookBackNorRepeatsWhatEndsAllTheSame() {
        try (var node = TaskNode.start(prefix, "stampede.task.queues.errands.concurrency=1")) {
            learnThatTasksAreShort(node);
            node.errands().when(key, (number, attempt) -> {
                if (number == 0) {
                    goOn.await();
                }
            });
            send(node, 0, 4);
            await().atMost(ofSeconds(20)).until(() -> node.inHand("errands") == 4);
            await().atMost(ofSeconds(20)).until(() -> isTold(node));

            ((CachingConnectionFactory) node.bean(ConnectionFactory.class)).resetConnection();
            await().atMost(ofSeconds(20)).until(() -> ready(node) == 0 && node.inHand("errands") == 4);
            goOn.countDown();

            await().atMost(ofSeconds(40)).untilAsserted(() -> {
                assertThat(node.inHand("errands") + ready(node) + waiting(node)).isZero();
                assertThat(records(node)).isZero();
                assertThat(node.errands().runs(key))
                        .extracting(Errands.Run::number)
                        .containsExactlyInAnyOrder(0, 1, 2, 3);
            });
        }
    }

    /** A broker from 4.3 on cancels the consumer and leaves the channel open; older ones do that only when a queue is deleted. */
    @Test
    void givesUpWhatWasHeldForTheConsumerTimeoutWhenTheBrokerCancels() {
        try (var node = TaskNode.start(prefix, "stampede.task.consumer-timeout=8s")) {
            node.errands().when(key, (number, attempt) -> goOn.await());
            send(node, 0, 1);
            await().pollDelay(ofSeconds(8))
                    .atMost(ofSeconds(30))
                    .untilAsserted(() -> assertThat(node.errands().runs(key)).hasSize(1));

            new RabbitTemplate(node.bean(ConnectionFactory.class))
                    .execute(channel -> channel.queueDelete(prefix + ".errands"));

            await().atMost(ofSeconds(30)).until(() -> node.inHand("errands") == 0);
            goOn.countDown();
            await().atMost(ofSeconds(30)).until(() -> records(node) == 1);
        }
    }

    @Test
    void holdsNothingWhileTheNextPlaceWithinARateIsFar() {
        try (var node = TaskNode.start(prefix, "stampede.task.consumer-timeout=8s")) {
            var sent = System.currentTimeMillis();
            IntStream.range(0, 2).forEach(number -> node.tasks().send(new Rare(key, number)));
            var chores = node.bean(Chores.class);

            await().atMost(ofSeconds(60))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> chores.begins(key).size() == 1 && node.inHand("chores.rare") == 0);
            await().atMost(ofSeconds(60)).until(() -> chores.begins(key).size() == 2);
            assertThat(chores.begins(key).get(1) - sent)
                    .as("its place is ten seconds behind the first, which was not taken before it was sent")
                    .isGreaterThan(9_500);
        }
    }

    /** 120 tasks of 6 s on four threads, while the broker takes back what is held for 60 s; to be run on a broker so set. */
    @Test
    @Tag(Proof.WHOLE)
    void worksOffLongTasksAsFastAsItsThreadsCan() {
        var tasks = 120;
        try (var node = TaskNode.start(prefix, "stampede.task.consumer-timeout=60s")) {
            var ended = new AtomicInteger();
            node.errands().when(key, (number, attempt) -> {
                TimeUnit.SECONDS.sleep(6);
                ended.incrementAndGet();
            });
            var begun = System.nanoTime();
            send(node, 0, tasks);
            await().atMost(Duration.ofMinutes(15)).until(() -> ended.get() >= tasks && node.inHand("errands") == 0);
            Proof.print(
                    "long tasks: %d of 6 s on four threads with a consumer timeout of 60 s: %.0f s, %d runs",
                    tasks,
                    (System.nanoTime() - begun) / 1e9,
                    node.errands().runs(key).size());
            assertThat(node.errands().runs(key)).hasSize(tasks);
        }
    }

    private void learnThatTasksAreShort(TaskNode node) {
        IntStream.range(0, 40).forEach(number -> node.tasks().send(new Errand("short", number)));
        await().atMost(ofSeconds(20))
                .untilAsserted(() -> assertThat(node.errands().runs("short")).hasSize(40));
        await().atMost(ofSeconds(20)).until(() -> node.inHand("errands") == 0);
    }

    private void send(TaskNode node, int from, int to) {
        IntStream.range(from, to).forEach(number -> node.tasks().send(new Errand(key, number)));
    }

    /** Whether the cluster knows what the node runs. */
    private boolean isTold(TaskNode node) {
        List<NodeStatus> nodes = node.bean(TaskNodes.class).list();
        return nodes.stream().flatMap(each -> each.running().stream()).count() == 1;
    }

    private static long ready(TaskNode node) {
        return node.bean(TaskQueues.class)
                .find("errands")
                .flatMap(TaskQueue::ready)
                .orElseThrow();
    }

    private long waiting(TaskNode node) {
        return count(node, "task_outbox");
    }

    private long records(TaskNode node) {
        return count(node, "task_suspect");
    }

    private long count(TaskNode node, String table) {
        return Objects.requireNonNull(node.bean(JdbcTemplate.class)
                .queryForObject("select count(*) from " + table + " where prefix = ?", Long.class, prefix));
    }
}
