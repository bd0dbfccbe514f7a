package stampede.task.worker;

import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.AsyncTaskExecutor;
import stampede.support.OutageRetry;
import stampede.task.TaskProperties;
import stampede.task.broker.QueueConsumer;
import stampede.task.handler.TaskDefinition;
import stampede.task.queue.QueueOverrideRepository;

/** Works one queue: takes messages, runs them by a crew, and has them settled. */
final class QueueWorker {

    private static final Logger log = LoggerFactory.getLogger(QueueWorker.class);
    private static final Duration IDLE = Duration.ofMillis(200);

    private final String queue;
    private final TaskDefinition task;
    private final QueueConsumer consumer;
    private final QueueListener listener;
    private final Acknowledger acknowledger;
    private final WorkerPool runners;
    private final WorkerPool settlers;
    private final PrefetchLimit limit;
    private @Nullable QueueShare share;

    /**
     * @param task any task of the queue: they are all single, or it is the only one
     * @param longestWait before an end is tried again that was refused
     * @param consumerTimeout after which the broker takes messages back
     */
    QueueWorker(
            String queue,
            TaskDefinition task,
            QueueConsumer consumer,
            QueueListener listener,
            Duration longestWait,
            Duration consumerTimeout,
            AsyncTaskExecutor threads) {
        this.queue = queue;
        this.task = task;
        this.consumer = consumer;
        this.listener = listener;
        this.limit = new PrefetchLimit(consumerTimeout);
        this.acknowledger = new Acknowledger(queue, listener, longestWait);
        this.runners = new WorkerPool(threads, this::turn);
        this.settlers = new WorkerPool(threads, this::settle);
    }

    /** Works as much as it should; to be called again and again. */
    void work(TaskProperties.QueueSettings settings, QueueOverrideRepository.QueueOverride override) {
        var wanted = QueueShare.of(task, settings, override);
        runners.scale(wanted.concurrency());
        settlers.scale(1);
        take(override.paused() || listener.isResting() ? null : wanted);
    }

    /** Takes nothing more; what is in hand goes on. */
    void stopTaking() {
        take(null);
    }

    private synchronized void take(@Nullable QueueShare wanted) {
        share = wanted;
        consumer.take(wanted == null ? 0 : limit.of(wanted));
    }

    /** As much as before, by what is known now of how long tasks take. */
    private synchronized void takeAgain() {
        take(share);
    }

    boolean isDone() {
        return consumer.isDone();
    }

    /** Begins nothing more; what runs goes on. */
    void stopRunning() {
        runners.scale(0);
    }

    /** Begins nothing more and waits until what runs has ended. Answers false if some still ran. */
    boolean endRuns(long deadlineNanos) throws InterruptedException {
        var ended = runners.end(deadlineNanos);
        acknowledger.close();
        return ended;
    }

    /** Waits until what ended is settled. Answers false if some was not. */
    boolean endSettling(long deadlineNanos) throws InterruptedException {
        return settlers.end(deadlineNanos);
    }

    void close() {
        consumer.close();
    }

    /** Until nothing more can come: then its thread must end, while other queues are waited for. */
    private boolean settle() {
        acknowledger.run();
        return false;
    }

    private boolean turn() throws InterruptedException {
        var messages = consumer.next(
                task.batch().map(TaskDefinition.BatchShape::maxSize).orElse(1),
                task.batch().map(TaskDefinition.BatchShape::linger).orElse(Duration.ZERO),
                IDLE);
        if (messages.isEmpty()) {
            return true;
        }
        limit.begin();
        try {
            var ended = listener.run(messages);
            acknowledger.add(IntStream.range(0, messages.size())
                    .mapToObj(index -> new FinishedMessage(messages.get(index), ended.get(index)))
                    .toList());
        } catch (OutageRetry.HandBack stopping) {
            log.info("{} tasks of {} go back to the broker, because the node stops", messages.size(), queue);
        } catch (RuntimeException | Error failure) {
            log.error("{} messages of {} cannot be run, and are tried again", messages.size(), queue, failure);
            acknowledger.add(messages.stream()
                    .map(held -> new FinishedMessage(held, listener.failAll(held.message(), failure)))
                    .toList());
        } finally {
            if (limit.ended()) {
                takeAgain();
            }
        }
        return true;
    }
}
