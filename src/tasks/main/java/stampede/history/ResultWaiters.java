package stampede.history;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import stampede.task.TaskId;

/** Wakes those on this node who await the end of a task that ends on it too. */
class ResultWaiters {

    private final Map<TaskId, Bell> bells = new ConcurrentHashMap<>();

    void tell(TaskId id) {
        var bell = bells.get(id);
        if (bell != null) {
            bell.permits().release(bell.listeners());
        }
    }

    /** From now on until it is closed, the end is heard. */
    Listening listen(TaskId id) {
        var bell = bells.compute(
                id,
                (key, old) ->
                        old == null ? new Bell(new Semaphore(0), 1) : new Bell(old.permits(), old.listeners() + 1));
        return new Listening(id, bell.permits());
    }

    private record Bell(Semaphore permits, int listeners) {}

    final class Listening implements AutoCloseable {

        private final TaskId id;
        private final Semaphore permits;

        private Listening(TaskId id, Semaphore permits) {
            this.id = id;
            this.permits = permits;
        }

        /** Returns when the task ends here, or after the time. */
        void await(Duration most) throws InterruptedException {
            var unused = permits.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            bells.computeIfPresent(
                    id, (key, bell) -> bell.listeners() == 1 ? null : new Bell(bell.permits(), bell.listeners() - 1));
        }
    }
}
