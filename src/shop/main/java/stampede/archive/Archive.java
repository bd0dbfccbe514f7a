package stampede.archive;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditedActs;
import stampede.audit.AuditedActs.Done;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.refusal.RefusalException;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** What is decided about one dead task: each is sent again or discarded once, whoever decides, and the audit log has who it was. */
@Service
public class Archive {

    /** Longer a task is not put off. */
    public static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private static final int LONGEST_NOTE = 500;

    private final ArchiveRepository tasks;
    private final ArchiveNoteRepository notes;
    private final DeadTasks dead;
    private final AuditedActs acts;
    private final ApplicationEventPublisher events;
    private final Clock clock;

    Archive(
            ArchiveRepository tasks,
            ArchiveNoteRepository notes,
            DeadTasks dead,
            AuditedActs acts,
            ApplicationEventPublisher events,
            Clock clock) {
        this.tasks = tasks;
        this.notes = notes;
        this.dead = dead;
        this.acts = acts;
        this.events = events;
        this.clock = clock;
    }

    /**
     * One of them.
     *
     * @throws RefusalException {@link ArchiveRefusal#NO_SUCH_DEAD_TASK}
     */
    public ArchivedTask find(long id) {
        return tasks.find(id).orElseThrow(() -> new RefusalException(ArchiveRefusal.NO_SUCH_DEAD_TASK));
    }

    /**
     * Sends it once more, as if it had never been tried.
     *
     * @param wait before that; cut after a day
     * @param reason in their words; may be empty
     * @throws RefusalException if there is none, or somebody decided before
     */
    public void retry(SignedIn by, long id, Duration wait, String reason) {
        var bounded = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
        var waits = bounded.isZero() ? "" : " in " + bounded.toSeconds() + " s";
        decide(by, find(id), "TASK_REPLAYED", reason, waits, () -> dead.replay(id, bounded));
    }

    /** Marks it as not to be sent again; throws the same. */
    public void discard(SignedIn by, long id, String reason) {
        var task = find(id);
        decide(by, task, "TASK_DISCARDED", reason, "", () -> dead.discard(id) && isWritten(by, task));
    }

    /** In the transaction that discards it. */
    private boolean isWritten(SignedIn by, ArchivedTask task) {
        var draft = Compensation.of(CompensationKind.ARCHIVE_DISCARDED, CompensationOutcome.OK, by.who())
                .task(task.name(), task.taskId().value(), Math.max(1, task.attempts()));
        task.order().ifPresent(order -> draft.order(order.value()));
        task.offer().ifPresent(draft::offer);
        events.publishEvent(draft.build());
        return true;
    }

    private void decide(
            SignedIn by, ArchivedTask task, String action, String reason, String more, BooleanSupplier decision) {
        var act = new AuditLog.Act(
                by.who(), action, "dead:" + task.id(), reason, task.name() + " " + task.taskId() + more);
        var decided = acts.run(
                act,
                () -> decision.getAsBoolean()
                        ? Done.of(true, AuditLog.Change.of(DeadTask.Status.DEAD, action.substring("TASK_".length())))
                        : Done.nothing(false));
        if (!decided) {
            throw new RefusalException(ArchiveRefusal.ALREADY_DECIDED);
        }
    }

    /** What was noted about it, newest first. */
    public List<ArchiveNote> notes(long id) {
        return notes.of(id);
    }

    /**
     * Notes something about it.
     *
     * @param text 1 to 500 characters
     * @throws RefusalException if there is no such task, or the text is none
     */
    public void note(SignedIn by, long id, String text) {
        var words = text.strip();
        if (words.isEmpty() || words.codePointCount(0, words.length()) > LONGEST_NOTE) {
            throw new RefusalException(ArchiveRefusal.BAD_NOTE);
        }
        var task = find(id);
        acts.run(new AuditLog.Act(by.who(), "DEAD_TASK_NOTED", "dead:" + task.id()), () -> {
            notes.add(id, new ArchiveNote(clock.instant(), by.who(), words));
            return Done.of(true, new AuditLog.Change("", words));
        });
    }
}
