package stampede.task.testing;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import stampede.task.Delivery;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * Sends nothing and remembers what it was told to send, for tests of code that sends tasks. Inside a transaction a task
 * counts as sent if and only if that commits.
 */
public final class RecordedTasks implements Tasks {

    private final List<Sent> sent = new CopyOnWriteArrayList<>();
    private final Set<TaskId> cancelled = new CopyOnWriteArraySet<>();

    /** Everything that was sent, in order. */
    public List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** The payloads of one type that were sent, in order. */
    public <P extends Record> List<P> sent(Class<P> payload) {
        return sent.stream()
                .map(Sent::payload)
                .filter(payload::isInstance)
                .map(payload::cast)
                .toList();
    }

    /** The tasks that were called off. */
    public Set<TaskId> cancelled() {
        return Set.copyOf(cancelled);
    }

    public void clear() {
        sent.clear();
        cancelled.clear();
    }

    @Override
    public TaskId send(Record payload, SendOption... options) {
        var id = idOf(options).orElseGet(TaskId::random);
        Commits.after(() -> sent.add(new Sent(id, payload, List.of(options))));
        return id;
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        sent.add(new Sent(idOf(options).orElseGet(TaskId::random), payload, List.of(options)));
        return CompletableFuture.completedFuture(Delivery.CONFIRMED);
    }

    @Override
    public boolean cancel(TaskId id) {
        var first = !cancelled.contains(id);
        Commits.after(() -> cancelled.add(id));
        return first;
    }

    private static Optional<TaskId> idOf(SendOption... options) {
        return List.of(options).stream()
                .filter(SendOption.Id.class::isInstance)
                .map(option -> ((SendOption.Id) option).id())
                .findFirst();
    }

    /**
     * One task that was sent.
     *
     * @param options as they were given; they are equal if they mean the same
     */
    public record Sent(TaskId id, Record payload, List<SendOption> options) {}
}
