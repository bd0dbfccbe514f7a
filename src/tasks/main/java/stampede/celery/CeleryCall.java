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
 * A call of a Celery task: {@code CeleryCall.of("sums.add").args(2, 3).queue("math").in(ofSeconds(5))}. Each method answers a changed
 * copy.
 *
 * @param task the task's name in Python
 * @param args positional arguments; whatever Jackson can write
 * @param kwargs arguments by name
 * @param queue at the broker; empty: the default queue of the settings
 * @param when when it runs, and how long it is wanted
 * @param limits what it may take, in place of what the task says
 */
public record CeleryCall(
        TaskId id,
        String task,
        List<@Nullable Object> args,
        Map<String, @Nullable Object> kwargs,
        Optional<String> queue,
        When when,
        Limits limits) {

    public static CeleryCall of(String task) {
        return new CeleryCall(
                TaskId.random(),
                task,
                List.of(),
                Map.of(),
                Optional.empty(),
                new When(Optional.empty(), Optional.empty(), Optional.empty()),
                new Limits(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /** With these behind the positional arguments it has. */
    public CeleryCall args(@Nullable Object... more) {
        var all = new ArrayList<@Nullable Object>(args);
        for (var argument : more) {
            all.add(argument);
        }
        return new CeleryCall(id, task, all, kwargs, queue, when, limits);
    }

    public CeleryCall kwarg(String name, @Nullable Object value) {
        var all = new LinkedHashMap<String, @Nullable Object>(kwargs);
        all.put(name, value);
        return new CeleryCall(id, task, args, all, queue, when, limits);
    }

    /** Under this id instead of a random one. */
    public CeleryCall id(TaskId other) {
        return new CeleryCall(other, task, args, kwargs, queue, when, limits);
    }

    public CeleryCall queue(String name) {
        return new CeleryCall(id, task, args, kwargs, Optional.of(name), when, limits);
    }

    /** After this time. The broker gets it only then, so no worker of Celery's holds it meanwhile. */
    public CeleryCall in(Duration time) {
        return with(new When(Optional.of(time), Optional.empty(), when.expires()));
    }

    public CeleryCall at(Instant time) {
        return with(new When(Optional.empty(), Optional.of(time), when.expires()));
    }

    /** Nobody wants it any more after this time from now. */
    public CeleryCall expires(Duration time) {
        return with(new When(when.delay(), when.due(), Optional.of(time)));
    }

    /**
     * Goes before others in a queue that was declared with {@code x-max-priority}; in any other queue it changes nothing.
     *
     * @param priority 0 to 255, larger first
     */
    public CeleryCall priority(int priority) {
        if (priority < 0 || priority > 255) {
            throw new IllegalArgumentException("a priority is 0 to 255, not " + priority);
        }
        return with(new Limits(Optional.of(priority), limits.hard(), limits.soft()));
    }

    /** Celery's {@code time_limit}: the worker's process is ended after it. */
    public CeleryCall timeLimit(Duration time) {
        return with(new Limits(limits.priority(), Optional.of(time), limits.soft()));
    }

    /** Celery's {@code soft_time_limit}: {@code SoftTimeLimitExceeded} is raised in the task after it. */
    public CeleryCall softTimeLimit(Duration time) {
        return with(new Limits(limits.priority(), limits.hard(), Optional.of(time)));
    }

    private CeleryCall with(When other) {
        return new CeleryCall(id, task, args, kwargs, queue, other, limits);
    }

    private CeleryCall with(Limits other) {
        return new CeleryCall(id, task, args, kwargs, queue, when, other);
    }

    /**
     * When a call runs.
     *
     * @param delay how long it waits
     * @param due when it may run, in place of a delay
     * @param expires how long from now somebody wants it
     */
    public record When(Optional<Duration> delay, Optional<Instant> due, Optional<Duration> expires) {}

    /**
     * What a call may take, and what it goes before.
     *
     * @param priority 0 to 255
     * @param hard after which it is ended
     * @param soft after which it is told to end
     */
    public record Limits(Optional<Integer> priority, Optional<Duration> hard, Optional<Duration> soft) {}
}
