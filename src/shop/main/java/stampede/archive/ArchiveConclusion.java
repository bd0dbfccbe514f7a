package stampede.archive;

import java.util.List;
import org.springframework.stereotype.Component;
import stampede.task.TaskState;
import stampede.task.admin.DeadTasks;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskStep;

/** Writes down what a task is about when it dies, in the transaction that stores it among the dead. */
@Component
class ArchiveConclusion implements TaskConclusion {

    private final DeadTasks dead;
    private final SubjectReader reader;
    private final SubjectRepository subjects;

    ArchiveConclusion(DeadTasks dead, SubjectReader reader, SubjectRepository subjects) {
        this.dead = dead;
        this.reader = reader;
        this.subjects = subjects;
    }

    /** What fails in another system is told here, too, and has no row; what died under this number before is known already. */
    @Override
    public void conclude(List<TaskStep> ends) {
        ends.stream()
                .filter(end -> end.state() == TaskState.FAILURE)
                .flatMap(end -> dead.of(end.message().id()).stream().limit(1))
                .forEach(task -> subjects.add(task.id(), reader.read(task)));
    }

    @Override
    public boolean needsTransaction(TaskStep end) {
        return end.state() == TaskState.FAILURE;
    }
}
