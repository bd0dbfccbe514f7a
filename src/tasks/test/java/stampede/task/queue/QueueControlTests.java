package stampede.task.queue;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import stampede.task.TaskState;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.broker.QueueFigures;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.StepRecorder;
import stampede.task.engine.TaskNode;
import stampede.task.spi.QueueNames;
import stampede.testing.Apart;

/** Queues that are steered while they run. */
@Apart
class QueueControlTests {

    private static final int TASKS = 40;

    /** More than a channel of the broker's has acknowledgements of under way to a quorum queue. */
    private static final int MANY = 700;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void obeysWhatIsAskedOfItNowAndAfterARestart() {
        var before = pausesInTheMiddle();

        try (var node = TaskNode.start(prefix)) {
            await().atMost(ofSeconds(10)).until(() -> queue(node).workers() == 1);
            assertThat(queue(node).paused()).isTrue();
            assertThat(node.errands().runs(key)).as("while paused").isEmpty();

            node.bean(TaskQueues.class).resume("errands");

            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(node.errands().runs(key)).hasSize(TASKS - before.size()));
            assertThat(Stream.concat(before.stream(), node.errands().runs(key).stream()))
                    .extracting(Errands.Run::number)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, TASKS).boxed().toList());
            runsMoreAtATime(node);
            purges(node);
        }
    }

    private List<Errands.Run> pausesInTheMiddle() {
        try (var node = TaskNode.start(
                prefix,
                "errands.tidy-up=false",
                "stampede.task.queues.errands.concurrency=1",
                "stampede.task.queues.errands.prefetch=2")) {
            var fifth = new CountDownLatch(5);
            node.errands().when(key, (number, attempt) -> {
                fifth.countDown();
                TimeUnit.MILLISECONDS.sleep(fifth.getCount() == 0 ? 100 : 1);
            });
            IntStream.range(0, TASKS).forEach(number -> node.tasks().send(new Errand(key, number)));
            await().until(() -> fifth.await(10, TimeUnit.MILLISECONDS));

            assertThat(node.bean(TaskQueues.class).pause("errands")).isTrue();

            await().atMost(ofSeconds(10)).until(() -> hasLetGo(node));
            var runs = node.errands().runs(key);
            assertThat(runs).hasSizeLessThan(TASKS);
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(queue(node).ready()).contains((long) TASKS - runs.size()));
            return runs;
        }
    }

    private void runsMoreAtATime(TaskNode node) {
        var atOnce = new CountDownLatch(6);
        node.errands().when(key, (number, attempt) -> {
            atOnce.countDown();
            assertThat(atOnce.await(20, TimeUnit.SECONDS)).isTrue();
        });

        node.bean(TaskQueues.class).scale("errands", Optional.of(6), Optional.empty());
        IntStream.range(0, 6).forEach(number -> node.tasks().send(new Errand(key, number)));

        await().atMost(ofSeconds(20)).until(() -> atOnce.await(10, TimeUnit.MILLISECONDS));
    }

    private void purges(TaskNode node) {
        var queues = node.bean(TaskQueues.class);
        queues.pause("errands");
        await().atMost(ofSeconds(10)).until(() -> hasLetGo(node));
        node.errands().when(key, (number, attempt) -> {});
        var ids = IntStream.range(0, MANY)
                .mapToObj(number -> node.tasks().send(new Errand("purged", number)))
                .toList();
        await().untilAsserted(() -> assertThat(queue(node).ready()).contains((long) MANY));

        assertThat(queues.purge("errands")).isEqualTo(MANY);
        ids.forEach(id -> assertThat(node.bean(StepRecorder.class).of(id)).contains(TaskState.CANCELLED));

        queues.resume("errands");
        node.tasks().send(new Errand("after", 1));
        await().atMost(ofSeconds(10))
                .untilAsserted(() -> assertThat(node.errands().runs("after")).hasSize(1));
        assertThat(node.errands().runs("purged")).isEmpty();
    }

    /** Nobody takes from the queue, and nobody has anything of it in hand. */
    private static boolean hasLetGo(TaskNode node) throws IOException {
        var broker = node.bean(ConnectionFactory.class).createConnection().getDelegate();
        var channel = broker.createChannel();
        try {
            return channel.consumerCount(node.bean(QueueNames.class).queue("errands")) == 0
                    && node.bean(QueueFigures.class).all().entrySet().stream()
                            .noneMatch(queue -> queue.getValue().inHand() > 0);
        } finally {
            channel.abort();
        }
    }

    private static TaskQueue queue(TaskNode node) {
        return node.bean(TaskQueues.class).find("errands").orElseThrow();
    }
}
