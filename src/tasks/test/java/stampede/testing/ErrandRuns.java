package stampede.testing;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import stampede.history.TaskHistory;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** Sends tasks of {@link ErrandTasks}, and waits until pages can tell what became of them. */
public final class ErrandRuns {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Tasks tasks;
    private final TaskHistory history;
    private final DeadTasks dead;

    public ErrandRuns(Tasks tasks, TaskHistory history, DeadTasks dead) {
        this.tasks = tasks;
        this.history = history;
        this.dead = dead;
    }

    /** A task that has come to this state. */
    public TaskId ended(Record payload, TaskState state) {
        var id = tasks.send(payload);
        awaitState(id, state);
        return id;
    }

    /** A task that was given up; answers its number among the dead. */
    public long died(Record payload) {
        return deathOf(tasks.send(payload));
    }

    public long deathOf(TaskId id) {
        return await().atMost(PATIENCE)
                .until(() -> dead.of(id).stream().findFirst().map(DeadTask::id), Optional::isPresent)
                .orElseThrow();
    }

    /** Until the history has it. */
    public void awaitKnown(TaskId id) {
        await().atMost(PATIENCE).until(() -> history.find(id).isPresent());
    }

    public void awaitState(TaskId id, TaskState state) {
        await().atMost(PATIENCE)
                .until(() ->
                        history.find(id).filter(run -> run.state() == state).isPresent());
    }
}
