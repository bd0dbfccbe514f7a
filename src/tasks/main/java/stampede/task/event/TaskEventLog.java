package stampede.task.event;

import com.google.common.base.Ascii;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.Trace;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;

/**
 * Writes steps of tasks into the log, one line each under the name {@code stampede.task.events}: {@code event=task.retry
 * task=order.close-unpaid id=… queue=orders.timeout attempt=1 …}. Logs in JSON carry the same as fields of their own. The names
 * are a promise; new ones may be added at the end.
 */
class TaskEventLog implements TaskObserver {

    static final String NAME = "stampede.task.events";

    private static final Logger log = LoggerFactory.getLogger(NAME);
    private static final int LONGEST_ERROR = 300;

    private final TaskWatchProperties properties;

    TaskEventLog(TaskWatchProperties properties) {
        this.properties = properties;
    }

    @Override
    public void observe(TaskStep step) {
        if (properties.events().include(step.state()) && !endsTheTask(step) && log.isInfoEnabled()) {
            var fields = fields(step);
            var line = log.atInfo();
            for (var field : fields.entrySet()) {
                line = line.addKeyValue(field.getKey(), field.getValue());
            }
            line.log(fields.entrySet().stream()
                    .map(field -> field.getKey() + "=" + quoted(field.getValue()))
                    .collect(Collectors.joining(" ")));
        }
    }

    /** An attempt that failed for good is told of by the line about the task, which follows. */
    private static boolean endsTheTask(TaskStep step) {
        return step.state() == TaskState.RETRY
                && step.run().filter(AttemptEnd::hopeless).isPresent();
    }

    /** A dead task carries the number of the attempt that it did not get. */
    private static int attempt(TaskStep step) {
        var attempt = step.message().attempt();
        return step.state() == TaskState.FAILURE ? attempt - 1 : attempt;
    }

    private static Map<String, Object> fields(TaskStep step) {
        var message = step.message();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("event", "task." + step.state().name().toLowerCase(Locale.ROOT));
        fields.put("task", message.name());
        fields.put("id", message.id().value());
        fields.put("queue", message.queue());
        fields.put("attempt", attempt(step));
        message.header(Trace.PARENT_HEADER)
                .flatMap(parent -> Trace.read(parent, null))
                .ifPresent(trace -> fields.put("trace_id", trace.id()));
        message.due().ifPresent(due -> fields.put("due", due.toString()));
        step.run().ifPresent(run -> {
            if (step.state() != TaskState.FAILURE) {
                fields.put("runtime_ms", run.runtime().toMillis());
            }
            run.nextAttempt().ifPresent(next -> fields.put("next", next.toString()));
            run.error().ifPresent(error -> fields.put("error", firstLine(error)));
        });
        return fields;
    }

    private static String firstLine(String error) {
        return Ascii.truncate(error.lines().findFirst().orElse(""), LONGEST_ERROR, "");
    }

    /** What has spaces or quotes stands in quotes, so that a line can be taken apart again. */
    private static String quoted(Object value) {
        var text = value.toString().replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", " ");
        return !text.isEmpty() && text.chars().allMatch(letter -> letter > ' ' && letter != '"' && letter != '=')
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
