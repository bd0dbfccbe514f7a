package stampede.task;

/**
 * How much of a queue one node takes.
 *
 * @param concurrency how many tasks, or batches, run at a time
 * @param prefetch how many messages may be in hand in all
 */
record QueueShare(int concurrency, int prefetch) {

    private static final int DEFAULT_CONCURRENCY = 4;
    private static final int DEFAULT_PREFETCH = 16;

    /** What was asked for goes before the settings. */
    static QueueShare of(TaskDefinition task, TaskProperties.QueueSettings settings, QueueOrders.Order order) {
        var concurrency = order.concurrency().orElse(settings.concurrency());
        var prefetch = order.prefetch().orElse(settings.prefetch());
        if (task.batch().isPresent()) {
            var runs = Math.max(1, concurrency);
            return new QueueShare(
                    runs, runs * (prefetch == 0 ? 2 * task.batch().get().maxSize() : prefetch));
        }
        var runs = concurrency == 0 ? DEFAULT_CONCURRENCY : concurrency;
        return new QueueShare(runs, runs * (prefetch == 0 ? DEFAULT_PREFETCH : prefetch));
    }
}
