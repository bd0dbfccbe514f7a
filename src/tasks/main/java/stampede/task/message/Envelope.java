package stampede.task.message;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.TaskId;
import stampede.task.handler.TaskLimits;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskMessage;

/**
 * A task on its way: the headers of Celery's message protocol 2 and the body, not yet decoded. Headers of our own begin
 * with {@code x-task-}; a Celery worker ignores them.
 */
public final class Envelope {

    /** In milliseconds; what is meant by any longer limit. */
    private static final double LONGEST_LIMIT = 365 * 86_400_000.0;

    private final Map<String, @Nullable Object> headers;
    private final byte[] body;

    public Envelope(Map<String, @Nullable Object> headers, byte[] body) {
        this(body, new LinkedHashMap<>(headers));
    }

    private Envelope(byte[] body, Map<String, @Nullable Object> own) {
        this.headers = Collections.unmodifiableMap(own);
        this.body = body;
    }

    /** @param headers of which the caller keeps nothing, so that they need not be copied */
    static Envelope taking(Map<String, @Nullable Object> headers, byte[] body) {
        return new Envelope(body, headers);
    }

    public Map<String, @Nullable Object> headers() {
        return headers;
    }

    public byte[] body() {
        return body;
    }

    /** Empty if the message has none, or one that cannot be an id. */
    public Optional<TaskId> id() {
        return text(TaskHeaders.ID).flatMap(TaskId::read);
    }

    public Optional<String> task() {
        return text(TaskHeaders.TASK);
    }

    /** Whether a node of the engine with this prefix sent it. */
    public boolean isFrom(String prefix) {
        return text(TaskHeaders.ORIGIN)
                .filter(origin -> origin.startsWith(prefix + "@"))
                .isPresent();
    }

    /** How often the task was tried again before this attempt; 0 for the first. */
    public int retries() {
        return number(TaskHeaders.RETRIES);
    }

    /** The message as those see it who extend the engine; the header's name may be missing in one that was never ours. */
    public TaskMessage message(TaskId id, String queue) {
        return new TaskMessage(id, task().orElse(""), queue, retries() + 1, eta(), headers, body);
    }

    /** Of a message at the broker, 0 to 255; counts only in queues that have priorities. */
    int priority() {
        return Math.min(number(TaskHeaders.PRIORITY), 255);
    }

    public int replays() {
        return number(TaskHeaders.REPLAYS);
    }

    /** 0 where nobody chose the id. */
    public long life() {
        return headers.get(TaskHeaders.LIFE) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    public int version() {
        return Math.max(1, number(TaskHeaders.VERSION));
    }

    /** How often it could not be stored among the dead tasks. */
    public int timesUnstored() {
        return number(TaskHeaders.UNSTORED);
    }

    public int timesTooNew() {
        return number(TaskHeaders.TOO_NEW);
    }

    public Optional<Instant> eta() {
        return instant(TaskHeaders.ETA);
    }

    public Optional<Instant> expires() {
        return instant(TaskHeaders.EXPIRES);
    }

    /** The task's limits, but for those that the message brings along: as with Celery, its own count, stricter or not. */
    public TaskLimits limits(TaskLimits task) {
        return headers.get(TaskHeaders.TIME_LIMIT) instanceof List<?> limits && limits.size() == 2
                ? task.with(limit(limits.get(0)), limit(limits.get(1)))
                : task;
    }

    private static Optional<Duration> limit(@Nullable Object seconds) {
        return seconds instanceof Number number && number.doubleValue() > 0
                ? Optional.of(Duration.ofMillis(Math.round(Math.min(number.doubleValue() * 1000, LONGEST_LIMIT))))
                : Optional.empty();
    }

    public Optional<String> text(String header) {
        return Optional.ofNullable(headers.get(header)).map(Object::toString);
    }

    private int number(String header) {
        return headers.get(header) instanceof Number number ? Math.max(0, number.intValue()) : 0;
    }

    private Optional<Instant> instant(String header) {
        return text(header).flatMap(MessageTime::read);
    }

    public Envelope with(String header, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(headers);
        changed.put(header, value);
        return taking(changed, body);
    }

    public Envelope without(String header) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(headers);
        changed.remove(header);
        return taking(changed, body);
    }

    public Envelope withBody(byte[] other) {
        return taking(headers, other);
    }

    /** A task that came in the same message, with its own body. */
    Envelope of(String id, byte[] other) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(headers);
        changed.put(TaskHeaders.ID, id);
        changed.put(TaskHeaders.ROOT, id);
        return taking(changed, other);
    }

    /** The same task for its next attempt, which is due at the instant. */
    public Envelope retriedAt(Instant due) {
        return with(TaskHeaders.RETRIES, retries() + 1).with(TaskHeaders.ETA, MessageTime.write(due));
    }

    /** The same task as if it had never been tried. */
    public Envelope replayed() {
        return without(TaskHeaders.AGAIN)
                .with(TaskHeaders.RETRIES, 0)
                .with(TaskHeaders.REPLAYS, replays() + 1)
                .with(TaskHeaders.ETA, null)
                .with(TaskHeaders.EXPIRES, null)
                .with(TaskHeaders.TOO_NEW, 0);
    }
}
