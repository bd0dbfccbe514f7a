package stampede.celery;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.function.SingletonSupplier;
import stampede.workflow.WorkflowAutoConfiguration;

/** The engine with Celery beside it: a client and a worker of Debian's Celery on the same servers. */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = WorkflowAutoConfiguration.class)
@Import(JavaTasks.class)
class CeleryEngine {

    @Bean
    Python python(
            ConnectionFactory connections,
            @Value("${spring.rabbitmq.addresses}") String broker,
            @Value("${spring.data.redis.url}") String redis,
            @Value("${test.java-queue}") String javaQueue,
            @Value("${test.python-queue}") String pythonQueue,
            @Value("${test.late-queue}") String lateQueue) {
        return new Python(
                connections,
                Map.of(
                        // Celery has semicolons between the addresses of a cluster.
                        "BROKER", broker.replace(',', ';'),
                        "BACKEND", redis + "/0",
                        "JAVA_QUEUE", javaQueue,
                        "LATE_QUEUE", lateQueue,
                        "PYTHON_QUEUE", pythonQueue));
    }

    @Bean
    DisposableBean tidyUp(ConnectionFactory connections, @Value("${stampede.task.prefix}") String prefix) {
        return () -> {
            try (var connection = connections.createConnection();
                    var channel = connection.createChannel(false)) {
                for (var queue : List.of(prefix + ".java", prefix + ".dead", prefix + ".lane.due")) {
                    channel.queueDelete(queue);
                }
                for (var lane : List.of("200ms", "10s", "30s", "60s", "150ms")) {
                    channel.queueDelete(prefix + ".lane.delay." + lane);
                    channel.exchangeDelete(prefix + ".lane.delay." + lane);
                }
                channel.exchangeDelete(prefix + ".lane.due");
                channel.exchangeDelete(prefix + ".tasks");
                for (int level = 0; level <= 27; level++) {
                    channel.queueDelete("celery_delayed_" + level);
                    channel.exchangeDelete("celery_delayed_" + level);
                }
                channel.exchangeDelete(CeleryDelayQueues.DELIVERY);
                for (var name :
                        List.of("java-" + prefix, "python-" + prefix, "delayed-python-" + prefix, "late-" + prefix)) {
                    channel.queueDelete(name);
                    channel.exchangeDelete(name);
                }
            } catch (IOException gone) {
                throw new IllegalStateException("The queues of the test stay behind", gone);
            }
        };
    }

    /** Celery's processes, each started when it is first needed. */
    static final class Python implements DisposableBean {

        private final Supplier<PythonProcess> newClient;
        private final Supplier<PythonProcess> newWorker;
        private final Supplier<String> delayingWorker;
        private @Nullable PythonProcess client;
        private @Nullable PythonProcess worker;
        private final List<PythonProcess> running = new CopyOnWriteArrayList<>();

        Python(ConnectionFactory connections, Map<String, String> environment) {
            var queue = Objects.requireNonNull(environment.get("PYTHON_QUEUE"));
            this.newClient = () -> kept(PythonProcess.client(environment));
            this.newWorker = () -> {
                declareAsCeleryDoes(connections, queue, "direct", Map.of());
                return kept(PythonProcess.worker(environment, queue, "-P", "prefork", "-c", "2", "-n", "test@python"));
            };
            this.delayingWorker = SingletonSupplier.of(() -> {
                var delayed = "delayed-" + queue;
                declareAsCeleryDoes(
                        connections,
                        delayed,
                        "topic",
                        brokerDelaysForCelery() ? Map.of("x-queue-type", "quorum") : Map.of());
                var own = new HashMap<>(environment);
                own.putAll(Map.of("PYTHON_QUEUE", delayed, "DELAYS", "broker"));
                kept(PythonProcess.worker(own, delayed, "-P", "solo", "-n", "delaying@python"));
                return delayed;
            });
        }

        /** One that got stuck and was ended must not take the tests after it along. */
        synchronized PythonProcess client() {
            var current = client;
            if (current == null || !current.isAlive()) {
                current = newClient.get();
                client = current;
            }
            return current;
        }

        /**
         * Starts the worker unless it runs, without waiting for it: what is sent meanwhile waits in its queue. One that runs and does
         * nothing any more, as Celery's may once one of its processes was killed at the wrong moment, makes room for another.
         */
        synchronized void startWorker() {
            var current = worker;
            if (current != null && !works()) {
                current.close();
                current = null;
            }
            worker = current == null ? newWorker.get() : current;
        }

        private boolean works() {
            try {
                client().eval("python('py.nothing').delay().get(timeout=20)");
                return true;
            } catch (PythonProcess.Raised stuck) {
                return false;
            }
        }

        /** Whether this Celery has the broker delay tasks for quorum queues: since 5.5. One before cannot serve such queues at all. */
        boolean brokerDelaysForCelery() {
            return client().eval("version_info[:2] >= (5, 5)").booleanValue();
        }

        /** Starts another worker, which has the broker delay tasks if this Celery can, and answers its queue. */
        String startDelayingWorker() {
            return delayingWorker.get();
        }

        private PythonProcess kept(PythonProcess process) {
            running.add(process);
            return process;
        }

        private static void declareAsCeleryDoes(
                ConnectionFactory connections, String queue, String exchangeType, Map<String, Object> arguments) {
            try (var connection = connections.createConnection();
                    var channel = connection.createChannel(false)) {
                channel.exchangeDeclare(queue, exchangeType, true);
                channel.queueDeclare(queue, true, false, false, arguments);
                channel.queueBind(queue, queue, queue);
            } catch (IOException | TimeoutException failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public void destroy() {
            running.forEach(PythonProcess::close);
        }
    }
}
