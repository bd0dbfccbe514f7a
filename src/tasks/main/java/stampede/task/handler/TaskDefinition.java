package stampede.task.handler;

import java.time.Duration;
import java.util.Optional;
import stampede.task.Remember;

/**
 * One kind of task: what its message is called and carries, where it waits, and who runs it how.
 *
 * @param queue without the prefix
 * @param limits what it may not exceed
 * @param remember what the history keeps of it
 * @param version of its payload
 * @param batch how jobs are gathered, if it runs many together
 */
public record TaskDefinition(
        String name,
        String queue,
        Class<? extends Record> payload,
        HandlerMethod handler,
        RetryPlan retries,
        TaskLimits limits,
        Optional<BatchShape> batch,
        Remember remember,
        int version) {

    public TaskDefinition {
        if (version < 1) {
            throw new IllegalArgumentException("versions begin with 1, not " + version);
        }
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
