package stampede.task;

import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Sends ticks as tasks: those of the calendar once in the cluster, and others when somebody asks. */
@Component
class Schedules implements TaskSchedules {

    private final TaskRegistry registry;
    private final ScheduleTable table;
    private final TaskRequests requests;
    private final JsonMapper json;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Schedules(
            TaskRegistry registry,
            ScheduleTable table,
            TaskRequests requests,
            JsonMapper json,
            TransactionTemplate transaction,
            Clock clock) {
        this.registry = registry;
        this.table = table;
        this.requests = requests;
        this.json = json;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** A schedule as this node is to look after it. */
    Schedule open(BeatDefinition beat) {
        return new Schedule(beat, table.begin(beat.schedule(), clock.instant()));
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

    private TaskId send(BeatDefinition beat, Tick tick) {
        var id = TaskId.random();
        requests.send(new TaskRequest(
                id,
                beat.schedule(),
                beat.task().queue(),
                List.of(),
                json.writeValueAsString(tick),
                Optional.empty(),
                Map.of()));
        return id;
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
