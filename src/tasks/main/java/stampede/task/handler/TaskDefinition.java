package stampede.task.handler;

import java.time.Duration;
import java.util.Optional;
import stampede.task.Remember;

/**
 * One kind of task: how it is sent, and who runs it how.
 *
 * @param sent what its message is called and carries, and where it waits
 * @param limits what it may not exceed
 * @param batch how jobs are gathered, if it runs many together
 */
public record TaskDefinition(
        PayloadDefinition sent,
        HandlerMethod handler,
        RetryPlan retries,
        TaskLimits limits,
        Optional<BatchShape> batch) {

    public String name() {
        return sent.name();
    }

    /** Where it waits, without the prefix. */
    public String queue() {
        return sent.queue();
    }

    public Class<? extends Record> payload() {
        return sent.type();
    }

    /** What the history keeps of it. */
    public Remember remember() {
        return sent.remember();
    }

    /** Of its payload. */
    public int version() {
        return sent.version();
    }

    /**
     * How jobs are put together.
     *
     * @param maxSize the most jobs in one call
     * @param linger how long to wait for more once one is there
     * @param transaction whether the engine opens a transaction around each call
     */
    public record BatchShape(int maxSize, Duration linger, boolean transaction) {

        public BatchShape {
            if (maxSize < 1 || linger.toMillis() < 1) {
                throw new IllegalArgumentException("a batch takes at least one job and a linger of at least 1 ms");
            }
        }
    }
}
