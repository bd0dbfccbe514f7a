package stampede.task.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.mock.env.MockEnvironment;
import stampede.task.Delivery;
import stampede.task.HandlerBench;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs tasks where they are sent, for tests without any server: payloads and results travel as the same JSON, retries follow
 * the same plans, batches are halved in the same way. What is due runs before {@code send} returns; what is due later, such
 * as a retry, waits until the test moves the clock with {@link #advance}. What a running task sends, runs after it. Inside a
 * transaction tasks run after the commit. Time limits, rate limits and workflows need the engine itself.
 */
public final class EagerTasks implements Tasks {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final VirtualClock clock;
    private final MockEnvironment settings = new MockEnvironment();
    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();
    private final List<Object> handlers = new ArrayList<>();
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>();
    private final Map<TaskId, Course> courses = new HashMap<>();
    private final Set<TaskId> cancelled = new HashSet<>();
    private final Map<TaskId, Instant> expiries = new HashMap<>();
    private final Keys keys = new Keys();
    private HandlerBench bench = new HandlerBench(settings, json, List.of());
    private boolean held;
    private long count;

    /** Begins on the first of January 2026. */
    public EagerTasks() {
        this(START);
    }

    public EagerTasks(Instant start) {
        clock = VirtualClock.standingAt(start);
    }

    /** Adds beans with {@code @Task}, {@code @BatchTask} and {@code @Beat} methods, and answers itself. */
    public EagerTasks handledBy(Object... beans) {
        handlers.addAll(List.of(beans));
        bench = new HandlerBench(settings, json, List.copyOf(handlers));
        return this;
    }

    /** Gives a placeholder of an annotation its value; to be told before {@link #handledBy}. */
    public EagerTasks setting(String name, String value) {
        settings.setProperty(name, value);
        return this;
    }

    /** The clock that tasks run by; it moves only by {@link #advance}. */
    public VirtualClock clock() {
        return clock;
    }

    @Override
    public TaskId send(Record payload, SendOption... options) {
        var how = Sending.of(clock.instant(), options);
        var work = bench.work(payload, how.id());
        var holder = how.unique().flatMap(unique -> keys.take(unique, how.id(), clock.instant(), this::hasEnded));
        if (holder.isPresent()) {
            return holder.get();
        }
        Commits.after(() -> {
            keep(work, how.due(), how.due().isAfter(clock.instant()) ? TaskState.SCHEDULED : TaskState.PENDING);
            how.expires().ifPresent(instant -> expiries.put(how.id(), instant));
            runWhatIsDue();
        });
        return how.id();
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        send(payload, options);
        return CompletableFuture.completedFuture(Delivery.CONFIRMED);
    }

    @Override
    public boolean cancel(TaskId id) {
        var first = !cancelled.contains(id);
        Commits.after(() -> callOff(id));
        return first;
    }

    private void callOff(TaskId id) {
        cancelled.add(id);
        if (waiting.removeIf(candidate -> candidate.work().id().equals(id))) {
            courses.put(id, new Course(TaskState.CANCELLED, Optional.empty(), Optional.empty(), attempts(id)));
        }
    }

    /** Runs what is sent meanwhile only at the end, so that a batch gets to be one. */
    public void together(Runnable sending) {
        held = true;
        try {
            sending.run();
        } finally {
            held = false;
        }
        runWhatIsDue();
    }

    /** Moves the clock and runs on the way what becomes due, ticks among it, each at its time. */
    public void advance(Duration by) {
        var end = clock.instant().plus(by);
        for (var next = nextUpTo(end); next.isPresent(); next = nextUpTo(end)) {
            moveTo(next.get());
        }
        moveTo(end);
    }

    /** Moves the clock until no task waits any more; ticks do not count, because they never end. */
    public void runAll() {
        while (!waiting.isEmpty()) {
            advance(Duration.between(clock.instant(), waiting.element().due()));
        }
    }

    /** Runs one tick of a schedule now, beside the calendar's. */
    public void tick(String schedule) {
        var calendar = bench.calendars().stream()
                .filter(candidate -> candidate.name().equals(schedule))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No @Beat is called " + schedule));
        keep(calendar.tick(clock.instant()), clock.instant(), TaskState.PENDING);
        runWhatIsDue();
    }

    /** Where the task stands; PENDING if it was never sent. */
    public TaskState state(TaskId id) {
        return course(id).state();
    }

    /** What it returned; empty if it has not succeeded, or returns nothing. */
    public <T> Optional<T> result(TaskId id, Class<T> type) {
        return course(id).result().map(text -> json.readValue(text, type));
    }

    /** The stack trace of what its last attempt threw, or why its batch turned it away. */
    public Optional<String> error(TaskId id) {
        return course(id).error();
    }

    /** How often it has been run. */
    public int attempts(TaskId id) {
        return course(id).attempts();
    }

    private boolean hasEnded(TaskId id) {
        return state(id).isFinal();
    }

    private Course course(TaskId id) {
        return courses.getOrDefault(id, Course.NONE);
    }

    private void keep(HandlerBench.Work work, Instant due, TaskState state) {
        waiting.add(new Waiting(due, count++, work));
        courses.merge(work.id(), new Course(state, Optional.empty(), Optional.empty(), 0), (old, fresh) -> old);
    }

    /** Ticks lie strictly after the present, so they never come twice. */
    private Optional<Instant> nextUpTo(Instant end) {
        var now = clock.instant();
        var ticks = bench.calendars().stream().map(calendar -> calendar.nextAfter(now));
        var tasks = waiting.stream().map(Waiting::due);
        return Stream.concat(ticks, tasks).min(Comparator.naturalOrder()).filter(next -> !next.isAfter(end));
    }

    private void moveTo(Instant next) {
        var before = clock.instant();
        if (next.isAfter(before)) {
            clock.advance(Duration.between(before, next));
            bench.calendars().stream()
                    .filter(calendar -> calendar.nextAfter(before).equals(next))
                    .forEach(calendar -> keep(calendar.tick(next), next, TaskState.PENDING));
        }
        runWhatIsDue();
    }

    private void runWhatIsDue() {
        if (held) {
            return;
        }
        held = true;
        try {
            for (var works = takeDue(); !works.isEmpty(); works = takeDue()) {
                bench.run(works).forEach(this::end);
            }
        } finally {
            held = false;
        }
    }

    /** The earliest task that is due, with others of its kind if it runs in batches. */
    private List<HandlerBench.Work> takeDue() {
        dropExpired();
        var due = waiting.stream()
                .filter(candidate -> !candidate.due().isAfter(clock.instant()))
                .sorted()
                .toList();
        if (due.isEmpty()) {
            return List.of();
        }
        var first = due.get(0).work();
        var taken = due.stream()
                .filter(candidate -> candidate.work().name().equals(first.name()))
                .limit(first.most())
                .toList();
        waiting.removeAll(taken);
        return taken.stream().map(Waiting::work).toList();
    }

    private void dropExpired() {
        var now = clock.instant();
        var expired = waiting.stream()
                .filter(candidate ->
                        candidate.due().isBefore(now) || candidate.due().equals(now))
                .filter(candidate -> expiries.getOrDefault(candidate.work().id(), Instant.MAX)
                        .isBefore(now))
                .toList();
        waiting.removeAll(expired);
        expired.forEach(candidate -> {
            var id = candidate.work().id();
            courses.put(id, new Course(TaskState.EXPIRED, Optional.empty(), Optional.empty(), attempts(id)));
        });
    }

    private void end(HandlerBench.End end) {
        var id = end.work().id();
        courses.put(
                id,
                new Course(end.state(), end.result(), end.error(), course(id).attempts() + 1));
        if (end.state() == TaskState.RETRY) {
            waiting.add(new Waiting(clock.instant().plus(end.delay()), count++, end.work()));
        }
    }

    /** @param number in the order of sending, for those that are due together */
    private record Waiting(Instant due, long number, HandlerBench.Work work) implements Comparable<Waiting> {

        @Override
        public int compareTo(Waiting other) {
            return Comparator.comparing(Waiting::due)
                    .thenComparing(Waiting::number)
                    .compare(this, other);
        }
    }

    /** What has become of a task so far. */
    private record Course(TaskState state, Optional<String> result, Optional<String> error, int attempts) {

        static final Course NONE = new Course(TaskState.PENDING, Optional.empty(), Optional.empty(), 0);
    }

    /** What the options of one call come to; which queue it waits in makes no difference here. */
    private record Sending(TaskId id, Instant due, Optional<Instant> expires, Optional<SendOption.Unique> unique) {

        static Sending of(Instant now, SendOption... options) {
            var sending = new Sending(TaskId.random(), now, Optional.empty(), Optional.empty());
            for (var option : options) {
                sending = sending.with(option, now);
            }
            return sending;
        }

        private Sending with(SendOption option, Instant now) {
            if (option instanceof SendOption.In in) {
                return new Sending(id, now.plus(in.delay()), expires, unique);
            }
            if (option instanceof SendOption.At at) {
                return new Sending(id, at.due(), expires, unique);
            }
            if (option instanceof SendOption.ExpiresAfter expiry) {
                return new Sending(id, due, Optional.of(now.plus(expiry.after())), unique);
            }
            if (option instanceof SendOption.ExpiresAt expiry) {
                return new Sending(id, due, Optional.of(expiry.when()), unique);
            }
            if (option instanceof SendOption.Unique key) {
                return new Sending(id, due, expires, Optional.of(key));
            }
            return option instanceof SendOption.Id chosen ? new Sending(chosen.id(), due, expires, unique) : this;
        }
    }

    /** Which task has which key. */
    private static final class Keys {

        private final Map<String, Held> held = new HashMap<>();

        /** Takes the key for the task, or answers who has it. */
        Optional<TaskId> take(SendOption.Unique unique, TaskId id, Instant now, Predicate<TaskId> hasEnded) {
            var other = Optional.ofNullable(held.get(unique.key()))
                    .filter(holder -> holder.until().isAfter(now) && !hasEnded.test(holder.id()));
            if (other.isEmpty()) {
                held.put(unique.key(), new Held(id, now.plus(unique.atMost())));
            }
            return other.map(Held::id);
        }

        private record Held(TaskId id, Instant until) {}
    }
}
