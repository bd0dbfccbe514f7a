package stampede.task.worker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import stampede.support.WrongSetup;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.task.spi.WorkerCapacity;
import stampede.testing.Apart;

/** Workers that take from chosen queues only. */
@Apart
class ServedQueuesTests {

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();

    @Test
    void takesFromTheQueuesItIsToldAndSaysSo() {
        try (var chosen = TaskNode.start(
                        prefix,
                        "errands.tidy-up=false",
                        "stampede.task.serve=chores,errands",
                        "stampede.task.queues.errands.concurrency=0");
                var other = TaskNode.start(prefix, "stampede.task.serve=errands")) {
            var health = chosen.bean(BrokerHealth.class).health();
            assertThat(health.getDetails()).containsEntry("serves", List.of("chores"));
            assertThat(chosen.bean(WorkerCapacity.class).queues()).containsExactly("chores");
            assertThat(chosen.bean(WorkerCapacity.class).concurrency()).isEqualTo(4);
            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(chosen.bean(TaskNodes.class).list())
                            .extracting(NodeStatus::queues)
                            .containsExactlyInAnyOrder(Set.of("chores"), Set.of("errands")));

            chosen.tasks().send(new Errand(key, 1));

            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(other.errands().runs(key)).hasSize(1));
            assertThat(chosen.errands().runs(key)).isEmpty();
        }
    }

    @Test
    void refusesAQueueThatThereIsNot() {
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> TaskNode.start(prefix, "errands.tidy-up=false", "stampede.task.serve=erands")
                        .close())
                .isInstanceOf(WrongSetup.class)
                .withMessageContaining("take from [erands], but no task waits there");
    }
}
