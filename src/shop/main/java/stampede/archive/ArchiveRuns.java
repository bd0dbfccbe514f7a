package stampede.archive;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditedActs;
import stampede.audit.AuditedActs.Done;
import stampede.listing.ListQuery;
import stampede.refusal.RefusalException;
import stampede.task.Tasks;

/**
 * Sends many dead tasks again, slowly, so that what died of load does not die of it once more. Which they are is written down when a
 * run begins; what dies later is not among them. Each has its row of the audit log, and so has the run.
 */
@Service
public class ArchiveRuns {

    /** More at once are the work of several runs. */
    public static final int MOST_TASKS = 100_000;

    public static final int SLOWEST = 1;
    public static final int FASTEST = 100;

    private static final int AT_ONCE = 1_000;
    private static final int SHORTEST_REASON = 5;
    private static final int LONGEST_REASON = 200;

    private final ArchiveRepository archive;
    private final ArchiveRunRepository runs;
    private final AuditedActs acts;
    private final Tasks tasks;
    private final Clock clock;
    private final TransactionTemplate transaction;

    ArchiveRuns(
            ArchiveRepository archive,
            ArchiveRunRepository runs,
            AuditedActs acts,
            Tasks tasks,
            Clock clock,
            TransactionTemplate transaction) {
        this.archive = archive;
        this.runs = runs;
        this.acts = acts;
        this.tasks = tasks;
        this.clock = clock;
        this.transaction = transaction;
    }

    /**
     * Begins a run over these; those about which somebody has decided are left out.
     *
     * @throws RefusalException {@link ArchiveRefusal#ALREADY_DECIDED} if that leaves none; or one about the pace or the reason
     */
    public ArchiveRun begin(SignedIn by, List<Long> ids, Pace pace) {
        check(pace);
        if (ids.isEmpty()) {
            throw new RefusalException(ArchiveRefusal.NO_FILTER);
        }
        if (ids.size() > AT_ONCE) {
            throw new RefusalException(ArchiveRefusal.TOO_MANY_TASKS);
        }
        return begin(by, "", archive.undecided(ids), pace);
    }

    /**
     * Begins a run over all that match.
     *
     * @param newest none with a higher number; {@code until} none that died later
     * @param expected how many were told to match; if others do now, nothing is done
     * @throws RefusalException {@link ArchiveRefusal#NUMBER_MOVED}, or the same as of those that are named
     */
    public ArchiveRun begin(
            SignedIn by, ListQuery query, OptionalLong newest, Optional<Instant> until, long expected, Pace pace) {
        check(pace);
        if (!query.isFiltered()) {
            throw new RefusalException(ArchiveRefusal.NO_FILTER);
        }
        var matching = new ArrayList<ArchiveRepository.Numbered>();
        if (!archive.forEachNumber(query, newest, until, MOST_TASKS, matching::add)) {
            throw new RefusalException(ArchiveRefusal.TOO_MANY_TASKS);
        }
        if (matching.size() != expected) {
            throw new RefusalException(ArchiveRefusal.NUMBER_MOVED);
        }
        var undecided = matching.stream()
                .filter(one -> !one.decided())
                .map(ArchiveRepository.Numbered::id)
                .toList();
        return begin(by, query.filter(), undecided, pace);
    }

    private ArchiveRun begin(SignedIn by, String filter, List<Long> ids, Pace pace) {
        if (ids.isEmpty()) {
            throw new RefusalException(ArchiveRefusal.ALREADY_DECIDED);
        }
        var reason = pace.reason().strip();
        return Objects.requireNonNull(transaction.execute(status -> {
            var run = runs.add(by.who(), reason, filter, pace.perSecond(), clock.instant());
            for (var from = 0; from < ids.size(); from += AT_ONCE) {
                runs.addTasks(run, ids.subList(from, Math.min(ids.size(), from + AT_ONCE)));
            }
            runs.setTotal(run, ids.size());
            acts.run(
                    new AuditLog.Act(by.who(), "DEAD_TASKS_RUN_BEGUN", "archive-run:" + run, reason, filter),
                    () -> Done.of(
                            true, new AuditLog.Change("", ids.size() + " tasks, " + pace.perSecond() + " a second")));
            tasks.send(new RetryDeadTasks(Long.toString(run), 0));
            return runs.find(run).orElseThrow();
        }));
    }

    private static void check(Pace pace) {
        if (pace.perSecond() < SLOWEST || pace.perSecond() > FASTEST) {
            throw new RefusalException(ArchiveRefusal.BAD_PACE);
        }
        var reason = pace.reason().strip();
        var length = reason.codePointCount(0, reason.length());
        if (length < SHORTEST_REASON || length > LONGEST_REASON) {
            throw new RefusalException(ArchiveRefusal.BAD_ARCHIVE_REASON);
        }
    }

    /**
     * A run.
     *
     * @throws RefusalException {@link ArchiveRefusal#NO_SUCH_RUN}
     */
    public ArchiveRun find(long id) {
        return runs.find(id).orElseThrow(() -> new RefusalException(ArchiveRefusal.NO_SUCH_RUN));
    }

    /** The newest runs. */
    public List<ArchiveRun> newest(int most) {
        return runs.newest(most);
    }

    /** How many of those that it sent again have died again since, counted as far as 10,000. */
    public int failedAgain(ArchiveRun run) {
        return runs.failedAgain(run);
    }

    /**
     * Stops it; what had no turn yet stays as it is. Audited if it ran.
     *
     * @return whether it ran
     * @throws RefusalException {@link ArchiveRefusal#NO_SUCH_RUN}
     */
    public boolean stop(SignedIn by, long id) {
        var run = find(id);
        return acts.run(
                new AuditLog.Act(by.who(), "DEAD_TASKS_RUN_STOPPED", "archive-run:" + id).because(run.reason()), () -> {
                    var held = runs.lock(id).filter(ArchiveRun::isRunning);
                    held.ifPresent(running -> runs.stop(id, clock.instant()));
                    return held.map(running -> Done.of(
                                    true, AuditLog.Change.of(running.left() + " left", ArchiveRun.State.STOPPED)))
                            .orElseGet(() -> Done.nothing(false));
                });
    }

    /**
     * How fast, and why.
     *
     * @param perSecond 1 to 100
     * @param reason 5 to 200 characters, for the audit log
     */
    public record Pace(int perSecond, String reason) {}
}
