package stampede.task;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * Publishes persistent, mandatory messages and tells what became of each. One thread writes, so callers never wait for the
 * socket, and any number of messages may be on their way. While the broker is away, the answer is UNKNOWN at once.
 */
@Component
class Publisher implements SmartLifecycle {

    /** Starts before whatever publishes, stops after it. */
    static final int PHASE = Integer.MAX_VALUE - 8192;

    private static final Logger log = LoggerFactory.getLogger(Publisher.class);
    private static final int MOST_IN_HAND = 20_000;
    private static final int MOST_AT_A_TIME = 256;
    private static final Duration BETWEEN_CONNECTS = Duration.ofMillis(500);
    private static final long IDLE_MILLIS = 100;

    private final ConnectionFactory connections;
    private final Topology topology;
    private final TaskProperties properties;
    private final PublishMetrics metrics;
    private final BlockingQueue<PendingPublish> inbox = new LinkedBlockingQueue<>(MOST_IN_HAND);

    private @Nullable ScheduledExecutorService answers;
    private @Nullable Thread writer;
    private volatile @Nullable ConfirmChannel channel;
    private volatile boolean running;
    private volatile boolean away;
    private volatile boolean blocked;
    private long nextConnectNanos = System.nanoTime();

    Publisher(ConnectionFactory connections, Topology topology, TaskProperties properties, MeterRegistry meters) {
        this.connections = connections.getPublisherConnectionFactory() == null
                ? connections
                : connections.getPublisherConnectionFactory();
        this.topology = topology;
        this.properties = properties;
        this.metrics = new PublishMetrics(meters, this::onTheWay);
    }

    /** Takes the message and returns; the future is completed on a thread of the publisher and never fails. */
    CompletableFuture<Delivery> publish(Route route, Envelope envelope) {
        var message = new PendingPublish(
                route, envelope, System.nanoTime() + properties.confirmTimeout().toNanos());
        if (!isReady()) {
            message.lose();
        } else if (!inbox.offer(message)) {
            message.refuse();
        }
        return message.answer().whenComplete((delivery, never) -> metrics.count(delivery));
    }

    /** Publishes all and waits: true if the broker has every one of them. */
    boolean publishAndWait(Collection<PublishRequest> messages) {
        var answers = messages.stream()
                .map(message -> publish(message.route(), message.envelope()))
                .toList();
        return answers.stream().allMatch(answer -> answer.join() == Delivery.CONFIRMED);
    }

    /** Whether the broker is there, as far as one knows. */
    boolean isReady() {
        return isOpen() && !blocked;
    }

    private boolean isOpen() {
        var current = channel;
        return current != null && current.isOpen();
    }

    @Override
    public synchronized void start() {
        answers = Executors.newSingleThreadScheduledExecutor(threads("task-confirms"));
        var unused = answers.scheduleWithFixedDelay(this::loseOverdue, IDLE_MILLIS, IDLE_MILLIS, TimeUnit.MILLISECONDS);
        connect();
        running = true;
        writer = threads("task-publisher").newThread(this::write);
        writer.start();
    }

    @Override
    public void stop() {
        running = false;
        var thread = writer;
        if (thread != null) {
            join(thread);
        }
        if (answers != null) {
            answers.shutdown();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void write() {
        var batch = new ArrayList<PendingPublish>(MOST_AT_A_TIME);
        while (running || !inbox.isEmpty()) {
            take(batch);
            connectIfNeeded();
            batch.forEach(this::write);
            batch.clear();
        }
        awaitAnswers();
    }

    private void take(Collection<PendingPublish> batch) {
        try {
            var first = inbox.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                batch.add(first);
                inbox.drainTo(batch, MOST_AT_A_TIME - 1);
            }
        } catch (InterruptedException stop) {
            running = false;
        }
    }

    private void write(PendingPublish message) {
        var current = channel;
        if (current == null || !current.isOpen() || message.isOverdue()) {
            message.lose();
        } else {
            current.publish(message);
        }
    }

    /** Runs beside the writer, because the writer may be held up by a broker that takes nothing. */
    private void loseOverdue() {
        var current = channel;
        if (current != null) {
            current.loseOverdue();
        }
        for (var first = inbox.peek(); first != null && first.isOverdue(); first = inbox.peek()) {
            if (inbox.remove(first)) {
                first.lose();
            }
        }
    }

    private void awaitAnswers() {
        var current = channel;
        while (current != null && current.waiting() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        if (current != null) {
            current.close();
        }
        channel = null;
    }

    private void connectIfNeeded() {
        if (!isOpen() && running && System.nanoTime() - nextConnectNanos > 0) {
            try {
                connect();
            } catch (Topology.WrongTopology wrong) {
                log.error("Publishing is not possible", wrong);
            }
            nextConnectNanos = System.nanoTime() + BETWEEN_CONNECTS.toNanos();
        }
    }

    /** Opens a channel and declares the topology. Without a broker the node starts all the same and keeps trying. */
    private void connect() {
        try {
            var connection = connections.createConnection().getDelegate();
            try (var declaring = connection.createChannel()) {
                topology.declareOn(declaring);
            }
            watchAlarms(connection);
            channel = new ConfirmChannel(connection.createChannel(), this::answer);
            if (away) {
                log.info("RabbitMQ is back");
            }
            away = false;
        } catch (AmqpException | IOException | TimeoutException | ShutdownSignalException unavailable) {
            if (!away) {
                log.warn(
                        "RabbitMQ is away, trying again every {} ms: {}",
                        BETWEEN_CONNECTS.toMillis(),
                        unavailable.toString());
            }
            away = true;
        }
    }

    /** A broker that is short of memory or disk reads nothing more; what is published then would only get lost in the socket. */
    private void watchAlarms(Connection connection) {
        blocked = false;
        connection.clearBlockedListeners();
        var unused = connection.addBlockedListener(why -> blocked = true, () -> blocked = false);
    }

    private void answer(Runnable completion) {
        try {
            Objects.requireNonNull(answers).execute(completion);
        } catch (RejectedExecutionException stopped) {
            completion.run();
        }
    }

    private int onTheWay() {
        var current = channel;
        return inbox.size() + (current == null ? 0 : current.waiting());
    }

    private void join(Thread thread) {
        try {
            thread.join(properties.confirmTimeout().multipliedBy(2).toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private static CustomizableThreadFactory threads(String name) {
        var threads = new CustomizableThreadFactory(name + "-");
        threads.setDaemon(true);
        return threads;
    }

    /** One message and where it goes. */
    record PublishRequest(Route route, Envelope envelope) {}
}
