package stampede.task.beat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tick;
import stampede.task.admin.TaskSchedule;
import stampede.task.admin.TaskSchedules;
import stampede.task.handler.BeatDefinition;
import stampede.task.handler.FixedRate;
import stampede.task.handler.TaskRegistry;
import stampede.task.sending.UniqueKeyRepository;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskRequest;
import stampede.task.spi.TaskRequests;
import tools.jackson.databind.json.JsonMapper;

/** Sends ticks as tasks: those of the calendar once in the cluster, and others when somebody asks. */
class TickSender implements TaskSchedules {

    private static final Logger log = LoggerFactory.getLogger(TickSender.class);

    /** A tick that was lost holds up the next ones for so long, if they may not overlap. */
    private static final Duration LONGEST_TICK = Duration.ofDays(1);

    private final TaskRegistry registry;
    private final ScheduleRepository table;
    private final TaskRequests requests;
    private final UniqueKeyRepository uniques;
    private final JsonMapper json;
    private final TransactionTemplate transaction;
    private final Clock clock;

    TickSender(
            TaskRegistry registry,
            ScheduleRepository table,
            TaskRequests requests,
            UniqueKeyRepository uniques,
            JsonMapper json,
            TransactionTemplate transaction,
            Clock clock) {
        this.registry = registry;
        this.table = table;
        this.requests = requests;
        this.uniques = uniques;
        this.json = json;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** A schedule as this node is to look after it. */
    ScheduleTimer open(BeatDefinition beat) {
        return new ScheduleTimer(beat, table.begin(beat.schedule(), clock.instant()));
    }

    /**
     * Sends what is due, together with the note that it was sent, in one transaction. What the table says counts, whatever
     * this node remembers, so a node that slept for days neither repeats nor leaves out a tick.
     *
     * @return false if another node is at it; then it has to be looked at again, in case that one fails
     */
    boolean tick(BeatDefinition beat, Instant now) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var last = table.take(beat.schedule());
            last.ifPresent(tick -> beat.due(tick, now).forEach(due -> sendOnce(beat, due)));
            return last.isPresent();
        }));
    }

    private void sendOnce(BeatDefinition beat, Tick tick) {
        table.advance(tick);
        send(beat, tick);
    }

    /** Answers the id of the tick that has not ended, if it may not overlap and there is one. */
    private TaskId send(BeatDefinition beat, Tick tick) {
        var id = TaskId.random();
        if (beat.overlap()) {
            send(beat, tick, id, Map.of());
            return id;
        }
        var key = "beat:" + beat.schedule();
        return Objects.requireNonNull(transaction.execute(status -> {
            var holder = uniques.claim(new SendOption.Unique(key, LONGEST_TICK), id);
            holder.ifPresentOrElse(
                    running -> log.info("{} is left out, because {} of that schedule has not ended", tick, running),
                    () -> send(beat, tick, id, Map.of(TaskHeaders.UNIQUE, key)));
            return holder.orElse(id);
        }));
    }

    private void send(BeatDefinition beat, Tick tick, TaskId id, Map<String, @Nullable Object> headers) {
        requests.send(new TaskRequest(
                id,
                beat.schedule(),
                beat.task().queue(),
                List.of(),
                json.writeValueAsString(tick),
                Optional.empty(),
                headers));
    }

    @Override
    public List<TaskSchedule> list() {
        var last = table.lastTicks();
        return registry.beats().stream()
                .map(beat -> view(beat, Optional.ofNullable(last.get(beat.schedule()))))
                .sorted(Comparator.comparing(TaskSchedule::name))
                .toList();
    }

    @Override
    public Optional<TaskSchedule> find(String schedule) {
        return list().stream().filter(found -> found.name().equals(schedule)).findFirst();
    }

    @Override
    public Optional<TaskId> runNow(String schedule) {
        return registry.beats().stream()
                .filter(beat -> beat.schedule().equals(schedule))
                .findFirst()
                .map(beat -> send(beat, new Tick(schedule, clock.instant())));
    }

    private TaskSchedule view(BeatDefinition beat, Optional<Instant> last) {
        return new TaskSchedule(
                beat.schedule(),
                beat.task().queue(),
                beat.rhythm().toString(),
                beat.rhythm() instanceof FixedRate rate ? Optional.of(rate.every()) : Optional.empty(),
                beat.zone(),
                beat.misfire(),
                last,
                beat.rhythm().nextAfter(clock.instant()));
    }
}
