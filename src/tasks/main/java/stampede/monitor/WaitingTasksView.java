package stampede.monitor;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import stampede.monitor.format.KeysetPage;
import stampede.task.admin.ForeignCalls;
import stampede.task.admin.HeldUniqueKey;
import stampede.task.admin.OutboxTask;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.UniqueKeys;

/** What waits outside the broker's queues: in the outbox, at other systems, and what keys are held. */
class WaitingTasksView {

    private final OutboxTasks outbox;
    private final UniqueKeys keys;
    private final ObjectProvider<ForeignCalls> foreign;

    WaitingTasksView(OutboxTasks outbox, UniqueKeys keys, ObjectProvider<ForeignCalls> foreign) {
        this.outbox = outbox;
        this.keys = keys;
        this.foreign = foreign;
    }

    List<OutboxTasks.Backlog> backlogs() {
        return outbox.backlogs();
    }

    /** @param queue of which; empty: of all */
    Part<OutboxTask, Long> outbox(String queue, long after) {
        var wanted = Optional.of(queue).filter(name -> !name.isBlank());
        return Part.of(outbox.list(wanted, after, KeysetPage.SIZE + 1), OutboxTask::number);
    }

    /** @param begins how the keys begin */
    Part<HeldUniqueKey, String> keys(String begins, String after) {
        return Part.of(keys.held(begins, after, KeysetPage.SIZE + 1), HeldUniqueKey::key);
    }

    List<ForeignCalls.OfQueue> foreign() {
        return foreign.stream().flatMap(calls -> calls.byQueue().stream()).toList();
    }

    /**
     * A page of a list that goes on.
     *
     * @param next after which the next page begins; empty on the last
     */
    record Part<T, K>(List<T> items, Optional<K> next) {

        static <T, K> Part<T, K> of(List<T> oneMore, Function<T, K> key) {
            if (oneMore.size() <= KeysetPage.SIZE) {
                return new Part<>(oneMore, Optional.empty());
            }
            var items = oneMore.subList(0, KeysetPage.SIZE);
            return new Part<>(items, Optional.of(key.apply(items.get(KeysetPage.SIZE - 1))));
        }
    }
}
