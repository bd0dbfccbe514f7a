package stampede.task.broker;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import stampede.task.Delivery;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;

@ExtendWith(OutputCaptureExtension.class)
class PublisherTests {

    @Test
    void writesAgainOnceItsConnectionHasAChannelForIt(CapturedOutput output) throws IOException {
        try (var node = TaskNode.start(
                TaskNode.somePrefix(), "stampede.roles=web", "spring.rabbitmq.requested-channel-max=8")) {
            var link = node.bean(BrokerLink.class);
            var connection = link.connection().orElseThrow();
            var others = new ArrayList<>(takeAll(connection));
            link.close();
            others.addAll(takeAll(connection));
            await().atMost(ofSeconds(20)).until(() -> output.getOut().contains("no channel left"));

            for (var channel : others) {
                channel.abort();
            }

            await().atMost(ofSeconds(20))
                    .untilAsserted(() -> assertThat(node.tasks()
                                    .publish(new Errand(UUID.randomUUID().toString(), 1))
                                    .join())
                            .isEqualTo(Delivery.CONFIRMED));
        }
    }

    private static List<Channel> takeAll(Connection connection) throws IOException {
        var channels = new ArrayList<Channel>();
        for (var next = connection.createChannel(); next != null; next = connection.createChannel()) {
            channels.add(next);
        }
        return channels;
    }
}
