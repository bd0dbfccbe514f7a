package stampede.task.rate;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.task.engine.Chores;
import stampede.task.engine.Chores.Paced;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

/** Two nodes share one rate, and each keeps to it by itself while Redis is away. */
@Apart
class RateAcrossNodesTests {

    private static final int TASKS = 80;

    /** Places in a row that the limit spreads over 1,050 ms: 40 a second, and two at once. */
    private static final int IN_A_ROW = 44;

    /** A begin may be noted a little late, and the next ones in time; nodes that do not know of each other take 525 ms. */
    private static final int AT_LEAST_MS = 850;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void keepTheRateTogether() {
        try (var one = TaskNode.start(prefix);
                var other = TaskNode.start(prefix, "errands.tidy-up=false")) {
            sendAll(one);

            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(begins(one, other)).hasSize(TASKS));

            assertThat(begins(one)).isNotEmpty();
            assertThat(begins(other)).isNotEmpty();
            assertRateIsKept(begins(one, other).toArray());
        }
    }

    @Test
    void keepTheRateAloneWhileRedisIsAway() {
        try (var node = TaskNode.start(prefix, "spring.data.redis.url=redis://127.0.0.1:1")) {
            sendAll(node);

            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(begins(node)).hasSize(TASKS));

            assertRateIsKept(begins(node).toArray());
        }
    }

    private void sendAll(TaskNode node) {
        IntStream.range(0, TASKS).forEach(number -> node.tasks().send(new Paced(key, number)));
    }

    private LongStream begins(TaskNode... nodes) {
        return Stream.of(nodes)
                .flatMap(node -> node.bean(Chores.class).begins(key).stream())
                .mapToLong(Long::longValue)
                .sorted();
    }

    private static void assertRateIsKept(long... begins) {
        for (int last = IN_A_ROW - 1; last < begins.length; last++) {
            assertThat(begins[last] - begins[last - IN_A_ROW + 1])
                    .as("%d in a row", IN_A_ROW)
                    .isGreaterThanOrEqualTo(AT_LEAST_MS);
        }
    }
}
