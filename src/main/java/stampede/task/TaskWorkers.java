package stampede.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.core.AcknowledgeMode;
import org.springframework.amqp.core.MessageListener;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.boot.thread.Threading;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.stereotype.Component;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Consumes every queue of the registry. When the node stops, each queue is cancelled first; what runs may finish and is
 * acknowledged, and what was delivered but not begun goes back to the broker when the channel closes.
 */
@Component
@OnRole(NodeRole.WORKER)
class TaskWorkers implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(TaskWorkers.class);

    static final int PHASE = Relay.PHASE + 1024;

    private static final long RECOVERY_MILLIS = 1_000;
    private static final long IDLE_MILLIS = 1_000;
    private static final int DEFAULT_CONCURRENCY = 4;
    private static final int DEFAULT_PREFETCH = 16;

    private final ConnectionFactory connections;
    private final TaskRegistry registry;
    private final QueueNames names;
    private final TaskProperties properties;
    private final QueueListeners listeners;
    private final Environment environment;
    private final List<SimpleMessageListenerContainer> containers = new ArrayList<>();

    TaskWorkers(
            ConnectionFactory connections,
            TaskRegistry registry,
            QueueNames names,
            TaskProperties properties,
            QueueListeners listeners,
            Environment environment) {
        this.connections = connections;
        this.registry = registry;
        this.names = names;
        this.properties = properties;
        this.listeners = listeners;
        this.environment = environment;
    }

    @Override
    public synchronized void start() {
        listeners.start();
        registry.queues().forEach((queue, tasks) -> containers.add(container(queue, tasks)));
        containers.add(deadLetters());
        containers.forEach(SimpleMessageListenerContainer::start);
    }

    @Override
    public synchronized void stop() {
        listeners.stop();
        var stopping = new CountDownLatch(containers.size());
        containers.forEach(container -> container.stop(stopping::countDown));
        try {
            if (!stopping.await(properties.drainTimeout().toMillis() + RECOVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                log.warn("Some tasks still ran when the time to stop was over; they go back to the broker");
            }
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        containers.clear();
    }

    @Override
    public synchronized boolean isRunning() {
        return !containers.isEmpty();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private SimpleMessageListenerContainer container(String queue, List<TaskDefinition> tasks) {
        var settings = properties.queue(queue);
        var container = consumer(names.queue(queue), listeners.of(queue, tasks.get(0)));
        container.setConsumerBatchEnabled(true);
        tasks.get(0)
                .batch()
                .ifPresentOrElse(
                        batch -> {
                            container.setBatchSize(batch.maxSize());
                            container.setReceiveTimeout(batch.linger().toMillis());
                            container.setBatchReceiveTimeout(2 * batch.linger().toMillis());
                            container.setConcurrentConsumers(Math.max(1, settings.concurrency()));
                            container.setPrefetchCount(Math.max(2 * batch.maxSize(), settings.prefetch()));
                        },
                        () -> {
                            container.setBatchSize(1);
                            container.setConcurrentConsumers(
                                    settings.concurrency() == 0 ? DEFAULT_CONCURRENCY : settings.concurrency());
                            container.setPrefetchCount(
                                    settings.prefetch() == 0 ? DEFAULT_PREFETCH : settings.prefetch());
                        });
        return container;
    }

    private SimpleMessageListenerContainer deadLetters() {
        var container = consumer(names.dead(), listeners.deadLetters());
        container.setPrefetchCount(DEFAULT_PREFETCH);
        return container;
    }

    private SimpleMessageListenerContainer consumer(String queue, MessageListener listener) {
        var container = new SimpleMessageListenerContainer(connections);
        container.setQueueNames(queue);
        container.setMessageListener(listener);
        container.setAcknowledgeMode(AcknowledgeMode.MANUAL);
        container.setReceiveTimeout(IDLE_MILLIS);
        container.setTaskExecutor(threads(queue));
        container.setShutdownTimeout(properties.drainTimeout().toMillis());
        container.setMissingQueuesFatal(false);
        container.setAutoDeclare(false);
        container.setRecoveryInterval(RECOVERY_MILLIS);
        container.setFailedDeclarationRetryInterval(RECOVERY_MILLIS);
        container.afterPropertiesSet();
        return container;
    }

    private SimpleAsyncTaskExecutor threads(String queue) {
        var executor = new SimpleAsyncTaskExecutor(queue + "-");
        executor.setVirtualThreads(Threading.VIRTUAL.isActive(environment));
        return executor;
    }
}
