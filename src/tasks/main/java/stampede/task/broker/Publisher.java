package stampede.task.broker;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import stampede.support.BackgroundThread;
import stampede.support.StopPhase;
import stampede.task.Delivery;
import stampede.task.TaskBrokerProperties;
import stampede.task.message.Envelope;

/**
 * Publishes persistent, mandatory messages and tells what became of each. One thread writes, so callers never wait for the
 * socket, and any number of messages may be on their way. While the broker is away, the answer is UNKNOWN at once.
 */
public class Publisher implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Publisher.class);

    private static final int MOST_IN_HAND = 20_000;
    private static final int MOST_AT_A_TIME = 256;
    private static final int ANSWERING = 4;
    private static final long IDLE_MILLIS = 100;

    private final BrokerLink link;
    private final TaskBrokerProperties properties;
    private final PublishMetrics metrics;
    private final BlockingQueue<PendingPublish> inbox = new LinkedBlockingQueue<>(MOST_IN_HAND);

    private @Nullable ExecutorService answers;
    private @Nullable ScheduledExecutorService timer;
    private final BackgroundThread writer;

    Publisher(BrokerLink link, TaskBrokerProperties properties, MeterRegistry meters) {
        this.link = link;
        this.properties = properties;
        this.writer = new BackgroundThread(
                "task-publisher",
                this::run,
                () -> {},
                properties.confirmTimeout().multipliedBy(2));
        this.metrics = new PublishMetrics(meters, this::waiting);
    }

    /** Takes the message and returns; the future is completed on a thread of the publisher and never fails. */
    public CompletableFuture<Delivery> publish(Route route, Envelope envelope) {
        var message = new PendingPublish(route, envelope, properties.confirmTimeout());
        if (!isReady()) {
            message.lose();
        } else if (!inbox.offer(message)) {
            message.refuse();
        }
        return message.answer().whenComplete((delivery, never) -> metrics.count(delivery));
    }

    /** Publishes all, waits, and answers what became of each, in their order. */
    public List<Delivery> publishAndWait(List<PublishRequest> messages) {
        var deliveries = messages.stream()
                .map(message -> publish(message.route(), message.envelope()))
                .toList();
        return deliveries.stream().map(CompletableFuture::join).toList();
    }

    public boolean isReady() {
        return isRunning() && link.isReady();
    }

    @Override
    public synchronized void start() {
        answers = Executors.newFixedThreadPool(ANSWERING, threads("task-confirms"));
        timer = Executors.newSingleThreadScheduledExecutor(threads("task-overdue"));
        var unused = timer.scheduleWithFixedDelay(this::loseOverdue, IDLE_MILLIS, IDLE_MILLIS, TimeUnit.MILLISECONDS);
        link.open(this::answer);
        writer.start();
    }

    /** Writes what it was given and waits for the broker's answers, each at most for its time. */
    @Override
    public synchronized void stop() {
        writer.stop();
        link.close();
        Objects.requireNonNull(timer).shutdown();
        Objects.requireNonNull(answers).shutdown();
    }

    @Override
    public boolean isRunning() {
        return writer.isRunning();
    }

    @Override
    public int getPhase() {
        return StopPhase.PUBLISHER.value();
    }

    private void run() {
        var batch = new ArrayList<PendingPublish>(MOST_AT_A_TIME);
        while (isRunning() || !inbox.isEmpty()) {
            take(batch);
            try {
                link.reopen(this::answer);
                write(batch);
            } catch (RuntimeException | Error failure) {
                log.error("The publisher's line is given up and opened again", failure);
                batch.forEach(PendingPublish::lose);
                link.close();
            }
            batch.clear();
        }
        while (waiting() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void take(Collection<PendingPublish> batch) {
        try {
            var first = inbox.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                batch.add(first);
                inbox.drainTo(batch, MOST_AT_A_TIME - 1);
            }
        } catch (InterruptedException stop) {
            writer.end();
        }
    }

    private void write(List<PendingPublish> batch) {
        link.channel()
                .filter(ConfirmChannel::isOpen)
                .ifPresentOrElse(channel -> channel.publish(batch), () -> batch.forEach(PendingPublish::lose));
    }

    /** On a thread of its own, because the writer may be held up by the socket, and those that answer by their callers. */
    private void loseOverdue() {
        link.channel().ifPresent(ConfirmChannel::loseOverdue);
        link.giveUpIfSilent();
        for (var first = inbox.peek(); first != null && first.isOverdue(); first = inbox.peek()) {
            if (inbox.remove(first)) {
                first.lose();
            }
        }
    }

    private void answer(Runnable completion) {
        try {
            Objects.requireNonNull(answers).execute(completion);
        } catch (RejectedExecutionException stopped) {
            completion.run();
        }
    }

    private int waiting() {
        return inbox.size() + link.channel().map(ConfirmChannel::waiting).orElse(0);
    }

    private static CustomizableThreadFactory threads(String name) {
        var threads = new CustomizableThreadFactory(name + "-");
        threads.setDaemon(true);
        return threads;
    }

    /** One message and where it goes. */
    public record PublishRequest(Route route, Envelope envelope) {}
}
