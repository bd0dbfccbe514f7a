package stampede.task.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
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

    /** When the next attempt was said to follow after each that failed. */
    public List<Optional<Instant>> nextAttempts(TaskId id) {
        return steps.stream()
                .filter(step -> step.message().id().equals(id) && step.state() == TaskState.RETRY)
                .map(step -> step.run().flatMap(AttemptEnd::nextAttempt))
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
