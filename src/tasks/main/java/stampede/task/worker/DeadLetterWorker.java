package stampede.task.worker;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.AsyncTaskExecutor;
import stampede.task.broker.QueueConsumer;
import stampede.task.deadletter.DeadLetterListener;

/** Works the dead-letter queue, one letter at a time. */
final class DeadLetterWorker {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterWorker.class);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final int PREFETCH = 16;

    private final QueueConsumer consumer;
    private final DeadLetterListener listener;
    private final WorkerPool workerPool;

    DeadLetterWorker(QueueConsumer consumer, DeadLetterListener listener, AsyncTaskExecutor threads) {
        this.consumer = consumer;
        this.listener = listener;
        this.workerPool = new WorkerPool(threads, this::turn);
    }

    /** To be called again and again. */
    void work() {
        workerPool.scale(1);
        consumer.take(PREFETCH);
    }

    void stopTaking() {
        consumer.take(0);
    }

    boolean isDone() {
        return consumer.isDone();
    }

    boolean end(long deadlineNanos) throws InterruptedException {
        return workerPool.end(deadlineNanos);
    }

    void close() {
        consumer.close();
    }

    private boolean turn() throws InterruptedException {
        for (var letter : consumer.next(1, Duration.ZERO, IDLE)) {
            try {
                listener.onMessage(letter.message(), letter.intake().channel());
            } catch (IOException | RuntimeException closed) {
                log.warn("A dead letter goes back to the broker: {}", closed.toString());
            }
            letter.intake().forget(letter.tag());
        }
        return true;
    }
}
