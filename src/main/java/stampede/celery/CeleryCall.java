package stampede.celery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;

/**
 * A call of a Celery task: {@code CeleryCall.of("shop.add").args(2, 3).queue("math").in(ofSeconds(5))}. Each method answers a changed
 * copy.
 *
 * @param task the task's name in Python
 * @param args positional arguments; whatever Jackson can write
 * @param kwargs arguments by name
 * @param queue at the broker; empty: the default queue of the settings
 * @param delay how long it waits; the broker gets it only then, so no worker of Celery's holds it meanwhile
 * @param due when it may run, in place of a delay
 * @param expires how long from now somebody wants it
 */
public record CeleryCall(
        TaskId id,
        String task,
        List<@Nullable Object> args,
        Map<String, @Nullable Object> kwargs,
        Optional<String> queue,
        Optional<Duration> delay,
        Optional<Instant> due,
        Optional<Duration> expires) {

    public static CeleryCall of(String task) {
        return new CeleryCall(
                TaskId.random(),
                task,
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** With these behind the positional arguments it has. */
    public CeleryCall args(@Nullable Object... more) {
        var all = new ArrayList<@Nullable Object>(args);
        for (var argument : more) {
            all.add(argument);
        }
        return new CeleryCall(id, task, all, kwargs, queue, delay, due, expires);
    }

    public CeleryCall kwarg(String name, @Nullable Object value) {
        var all = new LinkedHashMap<String, @Nullable Object>(kwargs);
        all.put(name, value);
        return new CeleryCall(id, task, args, all, queue, delay, due, expires);
    }

    /** Under this id instead of a random one. */
    public CeleryCall id(TaskId other) {
        return new CeleryCall(other, task, args, kwargs, queue, delay, due, expires);
    }

    public CeleryCall queue(String name) {
        return new CeleryCall(id, task, args, kwargs, Optional.of(name), delay, due, expires);
    }

    public CeleryCall in(Duration time) {
        return new CeleryCall(id, task, args, kwargs, queue, Optional.of(time), Optional.empty(), expires);
    }

    public CeleryCall at(Instant time) {
        return new CeleryCall(id, task, args, kwargs, queue, Optional.empty(), Optional.of(time), expires);
    }

    public CeleryCall expires(Duration time) {
        return new CeleryCall(id, task, args, kwargs, queue, delay, due, Optional.of(time));
    }
}
