package stampede.workflow;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;

/** Tasks to build workflows of. Each says in its result what it is made of: its own name and the results before it. */
@TestComponent
@TaskHandlers
public class Bricks {

    private final ObjectProvider<Workflows> workflows;
    private final Map<String, Mood> moods = new ConcurrentHashMap<>();
    private final List<Laid> laid = new CopyOnWriteArrayList<>();

    Bricks(ObjectProvider<Workflows> workflows) {
        this.workflows = workflows;
    }

    @Task(name = "brick.lay", queue = "bricks")
    @Retry(delays = "100ms")
    String lay(Brick brick, TaskContext context) throws Exception {
        laid.add(new Laid(brick.wall(), brick.name(), context));
        moods.getOrDefault(brick.wall(), (name, attempt) -> {}).on(brick.name(), context.attempt());
        var before = workflows.getObject().results(context, String.class);
        return before.isEmpty() ? brick.name() : brick.name() + before;
    }

    @Task(name = "brick.sweep", queue = "bricks")
    void sweep(Sweep sweep, TaskContext context) {
        laid.add(new Laid(sweep.wall(), "sweep", context));
    }

    /** What else shall happen when bricks of this wall are laid. */
    void when(String wall, Mood mood) {
        moods.put(wall, mood);
    }

    List<Laid> laid(String wall) {
        return laid.stream().filter(one -> one.wall().equals(wall)).toList();
    }

    List<String> names(String wall) {
        return laid(wall).stream().map(Laid::name).toList();
    }

    record Brick(String wall, String name) {}

    /** Returns nothing. */
    record Sweep(String wall) {}

    record Laid(String wall, String name, TaskContext context) {}

    interface Mood {

        void on(String name, int attempt) throws Exception;
    }
}
