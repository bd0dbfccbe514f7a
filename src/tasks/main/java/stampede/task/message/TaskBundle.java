package stampede.task.message;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;
import stampede.task.handler.UnreadableTask;
import stampede.task.spi.TaskHeaders;

/**
 * Many tasks of one kind in one message. They share its way to a worker and nothing else: taken out of it, each is a task with a
 * message of its own, that is tried again, set aside and brought back alone. The body is a JSON array of the tasks' bodies, one a
 * line, so that it is taken apart without being read.
 */
public final class TaskBundle {

    /** For the ids of one message, on the wire; they travel in a header. */
    static final int MOST_BYTES_OF_IDS = 48 * 1024;

    /** What an id takes beside its own bytes. */
    private static final int BESIDE_ID = 5;

    private static final byte[] BEFORE = "[\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AFTER = "\n]".getBytes(StandardCharsets.US_ASCII);

    private TaskBundle() {}

    /**
     * A message that carries many. Nodes of older releases go by {@link TaskHeaders#VERSION}: those that know bundles take one off, those
     * that know none leave it to newer ones.
     *
     * @param first the message of the first task
     * @param ids of all tasks
     * @param bodies of all tasks, none with a line's end in it
     */
    static Envelope of(Envelope first, List<TaskId> ids, List<byte[]> bodies) {
        var body = new ByteArrayOutputStream();
        body.writeBytes(BEFORE);
        for (int index = 0; index < bodies.size(); index++) {
            body.writeBytes(index == 0 ? new byte[0] : BETWEEN);
            body.writeBytes(bodies.get(index));
        }
        body.writeBytes(AFTER);
        return first.with(
                        TaskHeaders.BUNDLE_IDS, ids.stream().map(TaskId::value).toList())
                .with(TaskHeaders.BUNDLE_VERSION, first.version())
                .with(TaskHeaders.VERSION, first.version() + 1)
                .withBody(body.toByteArray());
    }

    /**
     * How many of these tasks, from one on, one message may carry; at least one.
     *
     * @param mostBytes of the body
     */
    static int next(List<TaskId> ids, List<byte[]> bodies, int from, long mostBytes) {
        var to = from;
        long bytesOfIds = 0;
        long bytes = (long) BEFORE.length + AFTER.length;
        while (to < ids.size()) {
            bytesOfIds += BESIDE_ID + ids.get(to).value().getBytes(StandardCharsets.UTF_8).length;
            bytes += BETWEEN.length + bodies.get(to).length;
            if (to > from && (bytesOfIds > MOST_BYTES_OF_IDS || bytes > mostBytes)) {
                break;
            }
            to++;
        }
        return to - from;
    }

    /** How many tasks a message with these headers carries. */
    public static int size(Map<String, @Nullable Object> headers) {
        return headers.get(TaskHeaders.BUNDLE_IDS) instanceof List<?> ids ? Math.max(1, ids.size()) : 1;
    }

    /**
     * The messages of the tasks in this one: itself, if it carries one.
     *
     * @throws UnreadableTask if it has not as many bodies as ids, or none, as it would vanish then
     */
    public static List<Envelope> open(Envelope message) {
        if (!(message.headers().get(TaskHeaders.BUNDLE_IDS) instanceof List<?> ids)) {
            return List.of(message);
        }
        var bodies = bodies(message.body());
        if (ids.isEmpty() || bodies.size() != ids.size()) {
            throw new UnreadableTask("it carries %d tasks under %d ids".formatted(bodies.size(), ids.size()));
        }
        var single = message.without(TaskHeaders.BUNDLE_IDS)
                .without(TaskHeaders.BUNDLE_VERSION)
                .with(TaskHeaders.VERSION, version(message));
        var tasks = new ArrayList<Envelope>(ids.size());
        for (int index = 0; index < ids.size(); index++) {
            tasks.add(single.of(String.valueOf(ids.get(index)), bodies.get(index)));
        }
        return tasks;
    }

    private static int version(Envelope message) {
        var version = message.headers().get(TaskHeaders.BUNDLE_VERSION) instanceof Number own
                ? own.intValue()
                : message.version() - 1;
        return Math.max(1, version);
    }

    private static List<byte[]> bodies(byte[] body) {
        var bodies = new ArrayList<byte[]>();
        var start = BEFORE.length;
        for (int end = lineEnd(body, start); end < body.length; end = lineEnd(body, start)) {
            var comma = end + 1 < body.length && body[end + 1] == ']' ? 0 : 1;
            bodies.add(Arrays.copyOfRange(body, start, Math.max(start, end - comma)));
            start = end + 1;
        }
        return bodies;
    }

    private static int lineEnd(byte[] body, int from) {
        var end = from;
        while (end < body.length && body[end] != '\n') {
            end++;
        }
        return end;
    }
}
