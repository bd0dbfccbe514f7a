package stampede.task.worker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import stampede.task.TaskState;
import stampede.task.engine.Chores;
import stampede.task.engine.Chores.Unlucky;
import stampede.task.engine.RefusingConclusion;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

/** A node that stops while an end is refused takes nothing but that one along. */
@Apart
class StopBesideRefusedEndTests {

    private static final int TASKS = 40;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void doesNotDoubleTheRetriesOfItsNeighbours() {
        try (var node = TaskNode.start(prefix, "errands.tidy-up=false", "stampede.task.last-try-delay=60s")) {
            node.bean(RefusingConclusion.class)
                    .when(
                            key,
                            ends -> ends.stream()
                                    .anyMatch(end -> end.state() == TaskState.RETRY
                                            && RefusingConclusion.has(end, "\"number\":0}")));
            for (int number = 0; number < TASKS; number++) {
                assertThat(node.tasks().publish(new Unlucky(key, number))).succeedsWithin(ofSeconds(60));
            }
            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(times(node, 2)).isEqualTo(TASKS - 1));
            assertThat(times(node, 1)).isEqualTo(TASKS);
        }
        try (var next = TaskNode.start(prefix)) {
            await().atMost(ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(next.bean(Chores.class).attempts(key)).containsExactly(1, 2));
        }
    }

    private int times(TaskNode node, int attempt) {
        return Collections.frequency(node.bean(Chores.class).attempts(key), attempt);
    }
}
