package stampede.task.worker;

import java.util.Optional;
import stampede.task.TaskProperties;
import stampede.task.handler.TaskDefinition;
import stampede.task.queue.QueueOverrideRepository;

/**
 * How much of a queue one node takes.
 *
 * @param concurrency how many tasks, or batches, run at a time
 * @param prefetch how many messages may be in hand in all
 * @param together how many messages one of them takes at most
 */
record QueueShare(int concurrency, int prefetch, int together) {

    private static final int DEFAULT_CONCURRENCY = 4;
    private static final int DEFAULT_PREFETCH = 16;

    /** What was asked for goes before the settings. */
    static QueueShare of(
            TaskDefinition task,
            TaskProperties.QueueSettings settings,
            QueueOverrideRepository.QueueOverride override) {
        var concurrency = override.concurrency().or(() -> Optional.ofNullable(settings.concurrency()));
        var prefetch = override.prefetch().orElse(settings.prefetch());
        if (task.batch().isPresent()) {
            var runs = concurrency.orElse(1);
            var size = task.batch().get().maxSize();
            return new QueueShare(runs, runs * (prefetch == 0 ? 2 * size : prefetch), size);
        }
        var runs = concurrency.orElse(DEFAULT_CONCURRENCY);
        return new QueueShare(runs, runs * (prefetch == 0 ? DEFAULT_PREFETCH : prefetch), 1);
    }
}
