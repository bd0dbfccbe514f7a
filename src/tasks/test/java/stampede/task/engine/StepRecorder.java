package stampede.task.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;

/** Remembers the steps of all tasks, as the engine tells them. */
@TestComponent
public class StepRecorder implements TaskObserver {

    private final List<TaskStep> steps = new CopyOnWriteArrayList<>();

    @Override
    public void observe(TaskStep step) {
        steps.add(step);
    }

    public List<TaskState> of(TaskId id) {
        return steps.stream()
                .filter(step -> step.message().id().equals(id))
                .map(TaskStep::state)
                .toList();
    }

    public String queueOf(TaskId id) {
        return steps.stream()
                .filter(step -> step.message().id().equals(id))
                .map(step -> step.message().queue())
                .findFirst()
                .orElseThrow();
    }
}
