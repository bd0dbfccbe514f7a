package stampede.task.testing;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.TaskState;
import tools.jackson.databind.json.JsonMapper;

/** What has become of each task so far. */
final class Courses {

    private static final Course NONE = new Course(TaskState.PENDING, Optional.empty(), Optional.empty(), 0);

    private final Map<TaskId, Course> courses = new HashMap<>();
    private final JsonMapper json;

    Courses(JsonMapper json) {
        this.json = json;
    }

    Course of(TaskId id) {
        return courses.getOrDefault(id, NONE);
    }

    boolean hasEnded(TaskId id) {
        return of(id).state().isFinal();
    }

    <T> Optional<T> result(TaskId id, Class<T> type) {
        return of(id).result().map(text -> json.readValue(text, type));
    }

    /** It was sent. */
    void begin(TaskId id, TaskState state) {
        courses.putIfAbsent(id, new Course(state, Optional.empty(), Optional.empty(), 0));
    }

    /** An attempt of it ended. */
    void add(HandlerBench.End end) {
        var id = end.work().id();
        courses.put(id, new Course(end.state(), end.result(), end.error(), of(id).attempts() + 1));
    }

    /** It ended without another attempt. */
    void end(TaskId id, TaskState state) {
        courses.put(id, new Course(state, Optional.empty(), Optional.empty(), of(id).attempts()));
    }

    record Course(TaskState state, Optional<String> result, Optional<String> error, int attempts) {}
}
