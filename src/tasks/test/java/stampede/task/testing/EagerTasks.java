package stampede.task.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.mock.env.MockEnvironment;
import stampede.task.Delivery;
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
 * transaction tasks run after the commit; the transactions that the engine would open are not there. Time limits, rate limits
 * and workflows need the engine itself.
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
    private final Agenda agenda = new Agenda();
    private final Courses courses = new Courses(json);
    private final Keys keys = new Keys();
    private final Set<TaskId> cancelled = new HashSet<>();
    private HandlerBench bench = HandlerBench.of(settings, json, List.of());
    private boolean held;

    /** Begins on the first of January 2026, at midnight in UTC. */
    public EagerTasks() {
        this(START);
    }

    public EagerTasks(Instant start) {
        clock = VirtualClock.standingAt(start);
    }

    /**
     * Adds beans with {@code @Task}, {@code @BatchTask} and {@code @Beat} methods to those that are there, and answers itself.
     * To be told before anything is sent.
     *
     * @throws IllegalArgumentException if one has no {@code @TaskHandlers}
     */
    public EagerTasks handledBy(Object... beans) {
        handlers.addAll(List.of(beans));
        bench = HandlerBench.of(settings, json, List.copyOf(handlers));
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
        var now = clock.instant();
        var parcel = bench.pack(payload, now, options);
        var id = parcel.work().id();
        var holder = parcel.unique().flatMap(unique -> keys.take(unique, id, now, courses::hasEnded));
        if (holder.isPresent()) {
            return holder.get();
        }
        Commits.after(() -> {
            keep(parcel.work(), parcel.due());
            runWhatIsDue();
        });
        return id;
    }

    @Override
    public CompletableFuture<Delivery> publish(Record payload, SendOption... options) {
        send(payload, options);
        return CompletableFuture.completedFuture(Delivery.CONFIRMED);
    }

    @Override
    public boolean cancel(TaskId id) {
        var first = !cancelled.contains(id);
        Commits.after(() -> {
            cancelled.add(id);
            if (agenda.drop(id)) {
                courses.end(id, TaskState.CANCELLED);
            }
        });
        return first;
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
        for (var next = agenda.next(); next.isPresent(); next = agenda.next()) {
            advance(Duration.between(clock.instant(), next.get()));
        }
    }

    /** Runs one tick of a schedule now, beside the calendar's. */
    public void tick(String schedule) {
        var calendar = bench.calendars().stream()
                .filter(candidate -> candidate.name().equals(schedule))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No @Beat is called " + schedule));
        keep(calendar.tick(clock.instant()), clock.instant());
        runWhatIsDue();
    }

    /** Where the task stands; PENDING if it was never sent. */
    public TaskState state(TaskId id) {
        return courses.of(id).state();
    }

    /** What it returned; empty if it has not succeeded, or returns nothing. */
    public <T> Optional<T> result(TaskId id, Class<T> type) {
        return courses.result(id, type);
    }

    /** The stack trace of what its last attempt threw, or why its batch turned it away. */
    public Optional<String> error(TaskId id) {
        return courses.of(id).error();
    }

    /** How often it has been run. */
    public int attempts(TaskId id) {
        return courses.of(id).attempts();
    }

    private void keep(HandlerBench.Work work, Instant due) {
        agenda.add(work, due);
        courses.begin(work.id(), due.isAfter(clock.instant()) ? TaskState.SCHEDULED : TaskState.PENDING);
    }

    /** Ticks lie strictly after the present, so they never come twice. */
    private Optional<Instant> nextUpTo(Instant end) {
        var now = clock.instant();
        var ticks = bench.calendars().stream().map(calendar -> calendar.nextAfter(now));
        return Stream.concat(ticks, agenda.next().stream())
                .min(Comparator.naturalOrder())
                .filter(next -> !next.isAfter(end));
    }

    private void moveTo(Instant next) {
        var before = clock.instant();
        if (next.isAfter(before)) {
            clock.advance(Duration.between(before, next));
            bench.calendars().stream()
                    .filter(calendar -> calendar.nextAfter(before).equals(next))
                    .forEach(calendar -> keep(calendar.tick(next), next));
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

    private List<HandlerBench.Work> takeDue() {
        var now = clock.instant();
        agenda.dropExpired(now).forEach(id -> courses.end(id, TaskState.EXPIRED));
        return agenda.takeDue(now);
    }

    private void end(HandlerBench.End end) {
        courses.add(end);
        if (end.state() == TaskState.RETRY) {
            agenda.add(end.work(), clock.instant().plus(end.delay()));
        }
    }
}
