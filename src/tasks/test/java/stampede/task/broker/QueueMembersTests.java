package stampede.task.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.map;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.contributor.Status;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;

/** A broker that runs alone keeps each queue once; who wanted three is told, and which queues they are. */
@Apart
class QueueMembersTests {

    private static final String PREFIX = TaskNode.somePrefix();
    private static final String MEMBERS = "stampede.task.virtual-host.members=";
    private static final String MANAGEMENT = "stampede.task.virtual-host.management=";
    private static final String NOBODY = "http://a:b@127.0.0.1:1";

    @Test
    void namesTheQueuesThatAreKeptByFewerNodesThanWanted() {
        try (var node = TaskNode.start(PREFIX, MEMBERS + 3)) {
            var health = health(node);

            assertThat(health.getStatus()).isEqualTo(new Status("TOO_FEW_MEMBERS"));
            assertThat(health.getDetails())
                    .extractingByKey("members", map(String.class, Integer.class))
                    .containsEntry(PREFIX + ".dead", 1)
                    .allSatisfy((queue, members) -> assertThat(queue).startsWith(PREFIX));
        }
    }

    @Test
    void isContentWithAsManyAsWanted() {
        try (var node = TaskNode.start(
                PREFIX, MEMBERS + 1, MANAGEMENT + NOBODY + "," + System.getenv("STAMPEDE_RABBIT_ADMIN"))) {
            assertThat(health(node).getStatus()).isEqualTo(Status.UP);
            assertThat(health(node).getDetails()).containsEntry("atLeast", 1);
            await().untilAsserted(
                            () -> assertThat(node.health("brokerPartitions")).isEqualTo(Status.UP));
            assertThat(partitions(node)).isZero();
        }
    }

    @Test
    void saysThatItDoesNotKnowWithoutAnAnswer() {
        try (var node = TaskNode.start(PREFIX, MEMBERS + 3, MANAGEMENT + NOBODY)) {
            assertThat(health(node).getStatus()).isEqualTo(Status.UNKNOWN);
            assertThat(node.health("brokerPartitions")).isEqualTo(Status.UNKNOWN);
            assertThat(partitions(node)).isNaN();
        }
    }

    @Test
    void isNotAskedForByDefault() {
        try (var node = TaskNode.start(PREFIX)) {
            assertThat(health(node).getStatus()).isEqualTo(Status.UP);
        }
    }

    private static double partitions(TaskNode node) {
        return node.bean(MeterRegistry.class)
                .get("stampede.task.broker.partitions")
                .gauge()
                .value();
    }

    private static IndicatedHealthDescriptor health(TaskNode node) {
        var health = node.bean(HealthEndpoint.class).healthForPath("queueMembers");
        return (IndicatedHealthDescriptor) Objects.requireNonNull(health);
    }
}
