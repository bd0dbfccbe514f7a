package stampede.task;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.test.context.TestComponent;

/** Remembers the steps of all tasks, as the engine tells them. */
@TestComponent
class Steplist implements TaskObserver {

    private final List<TaskStep> steps = new CopyOnWriteArrayList<>();

    @Override
    public void observe(TaskStep step) {
        steps.add(step);
    }

    List<TaskState> of(TaskId id) {
        return steps.stream()
                .filter(step -> step.message().id().equals(id))
                .map(TaskStep::state)
                .toList();
    }

    String queueOf(TaskId id) {
        return steps.stream()
                .filter(step -> step.message().id().equals(id))
                .map(step -> step.message().queue())
                .findFirst()
                .orElseThrow();
    }
}
