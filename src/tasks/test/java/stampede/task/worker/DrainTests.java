package stampede.task.worker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

@Apart
class DrainTests {

    /** More than a node can finish while it winds down. */
    private static final int MANY = 100;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void finishesWhatRunsAndHandsBackTheRest() {
        var finished = new ConcurrentLinkedQueue<Integer>();
        var begun = new ConcurrentLinkedQueue<Integer>();
        try (var first = TaskNode.start(prefix, "errands.tidy-up=false")) {
            var started = new CountDownLatch(2);
            first.errands().when(key, (number, attempt) -> {
                begun.add(number);
                started.countDown();
                assertThat(new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS))
                        .isFalse();
                finished.add(number);
            });
            IntStream.range(0, MANY).forEach(number -> first.tasks().send(new Errand(key, number)));
            await().until(() -> started.await(10, TimeUnit.MILLISECONDS));
        }
        assertThat(finished)
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(begun)
                .hasSizeLessThan(MANY);

        try (var second = TaskNode.start(prefix)) {
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(second.errands().runs(key)).hasSize(MANY - finished.size()));
            assertThat(second.errands().runs(key))
                    .extracting(Errands.Run::number)
                    .doesNotContainAnyElementsOf(finished);
        }
    }

    @Test
    void endsTheThreadsOfOtherQueuesWhileATaskStillRuns() {
        var node = TaskNode.start(prefix);
        var started = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        node.errands().when(key, (number, attempt) -> {
            started.countDown();
            goOn.await();
        });
        node.tasks().send(new Errand(key, 0));
        await().until(() -> started.await(10, TimeUnit.MILLISECONDS));

        var stop = CompletableFuture.runAsync(node::close);
        try {
            await().until(() -> stop.isDone() || threads(prefix + ".chores") == 0);
            assertThat(stop).as("the node waits for the errand").isNotDone();
        } finally {
            goOn.countDown();
            stop.join();
        }
    }

    private static long threads(String queue) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(queue))
                .count();
    }
}
