package stampede.task.message;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import stampede.support.Trace;
import stampede.task.TaskId;
import stampede.task.spi.TaskHeaders;

/**
 * Where tasks come from: what a handler sends hangs under the task that it runs, in Celery's headers {@code root_id} and {@code
 * parent_id}, and carries the trace of whoever sent it. A batch has no one task to hang under, so what it sends stands alone.
 */
public final class TaskLineage {

    private static final ThreadLocal<@Nullable Ancestors> RUNNING = new ThreadLocal<>();

    private TaskLineage() {}

    /** Runs a task on this thread, as a step of the trace in its message. */
    public static <T extends @Nullable Object> T within(Envelope task, TaskId id, Callable<T> run) throws Exception {
        var trace = Trace.read(
                        task.text(Trace.PARENT_HEADER).orElse(null),
                        task.text(Trace.STATE_HEADER).orElse(null))
                .map(Trace::next)
                .orElseGet(Trace::begin);
        RUNNING.set(new Ancestors(task.text(TaskHeaders.ROOT).orElse(id.value()), id.value()));
        var step = trace.open();
        try {
            return run.call();
        } finally {
            step.close();
            RUNNING.remove();
        }
    }

    /** Writes on a new task's headers where it comes from. */
    static void mark(Map<String, @Nullable Object> headers) {
        var running = RUNNING.get();
        if (running != null) {
            headers.put(TaskHeaders.ROOT, running.root());
            headers.put(TaskHeaders.PARENT, running.parent());
        }
        Trace.current().ifPresent(trace -> {
            headers.put(Trace.PARENT_HEADER, trace.parent());
            if (!trace.state().isEmpty()) {
                headers.put(Trace.STATE_HEADER, trace.state());
            }
        });
    }

    private record Ancestors(String root, String parent) {}
}
