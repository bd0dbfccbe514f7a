package stampede.celery;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.task.broker.BrokerTrio;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** Celery's client and worker and the engine with the addresses of three brokers, of which one dies. */
@Apart
@ResourceLock("Celery")
@Tag(Proof.WHOLE)
class CeleryClusterTests {

    private static final int TASKS = 150;

    /** The client asks the broker to confirm, and tries again for as long as another one needs to take over. */
    private static final String SEND =
            ".apply_async(retry=True, retry_policy={'max_retries': 200, 'interval_start': 0.1, 'interval_step': 0, 'interval_max': 0.1}).id";

    /**
     * All are connected to the first, which dies while the client sends. What is for Java waits in a quorum queue; what is for Celery's
     * worker in a classic one, which is where it was made and nowhere else: at the last broker.
     */
    @Test
    void eachTaskIsDoneThoughTheBrokerDiesThatAllAreConnectedTo(@TempDir Path directory) throws Exception {
        try (var brokers = BrokerTrio.start(directory)) {
            brokers.startTheOthers();
            try (var engine = engine()) {
                var queue = Objects.requireNonNull(engine.getEnvironment().getProperty("test.python-queue"));
                declareAtTheLast(queue);
                var python = engine.getBean(CeleryEngine.Python.class);
                python.startWorker();
                var client = python.client();
                client.eval(
                        "[each.conf.update(broker_transport_options={'confirm_publish': True}) for each in (app, late_app)]");
                var sums = new LinkedHashMap<String, Integer>();
                send(client, 0, TASKS / 3, sums);
                await("Celery's client and worker at the first broker")
                        .atMost(ofMinutes(1))
                        .until(() -> brokers.ask("/api/connections")
                                        .valueStream()
                                        .filter(connection -> connection
                                                        .path("client_properties")
                                                        .path("product")
                                                        .asString()
                                                        .equals("py-amqp")
                                                && connection
                                                        .path("node")
                                                        .asString()
                                                        .equals("stampede@localhost"))
                                        .count()
                                >= 2);
                assertThat(brokers.ask("/api/queues/stampede/" + queue)
                                .path("node")
                                .asString())
                        .isEqualTo("stampede3@localhost");

                var death = CompletableFuture.runAsync(() -> brokers.machines().kill(BrokerTrio.ALL.get(0)));
                send(client, TASKS / 3, TASKS, sums);
                death.get(1, TimeUnit.MINUTES);

                Proof.print("Celery: %d tasks sent while a broker of three died", sums.size());
                assertThat(sums)
                        .hasSize(2 * TASKS)
                        .allSatisfy((id, sum) -> assertThat(client.eval("result('%s').get(timeout=60)", id)
                                        .intValue())
                                .isEqualTo(sum));
            }
        }
    }

    /** To Java and to Celery's worker in turn. */
    private static void send(PythonProcess client, int from, int to, Map<String, Integer> sums) {
        for (int number = from; number < to; number++) {
            sums.put(
                    client.eval("late_app.signature('java.add', args=(" + number + ", 1000))" + SEND)
                            .asString(),
                    number + 1000);
            sums.put(
                    client.eval("python('py.add', " + number + ", 2000)" + SEND).asString(), number + 2000);
        }
    }

    private static ConfigurableApplicationContext engine() {
        var settings = Objects.requireNonNull(CeleryTest.class.getAnnotation(SpringBootTest.class))
                .properties();
        return new SpringApplicationBuilder(CeleryEngine.class)
                .web(WebApplicationType.NONE)
                .initializers(new CeleryTest.OwnNames())
                .run(Stream.concat(
                                Stream.of(settings), Stream.of("spring.rabbitmq.addresses=" + BrokerTrio.addresses()))
                        .map(setting -> "--" + setting)
                        .toArray(String[]::new));
    }

    private static void declareAtTheLast(String queue) throws Exception {
        var connections = new ConnectionFactory();
        connections.setUri(BrokerTrio.addresses().replaceAll(".*,", ""));
        try (var connection = connections.newConnection();
                var channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, Map.of());
        }
    }
}
