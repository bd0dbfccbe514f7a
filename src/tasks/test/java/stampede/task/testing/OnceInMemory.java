package stampede.task.testing;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.handler.Once;

/** Remembers what was done once as long as a test lasts; there is no transaction, so what throws has had its effects. */
final class OnceInMemory implements Once {

    private final Map<Key, Optional<Object>> done = new HashMap<>();

    @Override
    public Optional<Object> run(TaskContext task, Callable<Optional<Object>> run) throws Exception {
        var key = new Key(task.id(), task.name());
        var before = done.get(key);
        if (before != null) {
            return before;
        }
        var returned = run.call();
        done.put(key, returned);
        return returned;
    }

    private record Key(TaskId id, String name) {}
}
