package stampede.task;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task on its way: the headers of Celery's message protocol 2 and the body, not yet decoded. Headers of our own begin
 * with {@code x-task-}; a Celery worker ignores them.
 */
final class Envelope {

    static final String ID = "id";
    static final String TASK = "task";
    static final String RETRIES = "retries";
    static final String ETA = "eta";
    static final String EXPIRES = "expires";

    /** Two numbers of seconds, the hard limit and the soft one, or null for what the message leaves to the task. */
    static final String TIME_LIMIT = "timelimit";

    /** Which task of its id it is, where the sender chose the id: see {@link Lives}. */
    static final String LIFE = "x-task-life";

    /** Its priority at the broker. */
    static final String PRIORITY = "x-task-priority";

    /** How often the task was brought back from the dead. */
    static final String REPLAYS = "x-task-replays";

    /** The version of its payload; 1 if it does not say. */
    static final String VERSION = "x-task-version";

    /** Who sent it first: the engine's prefix and a process. */
    static final String ORIGIN = "origin";

    /** How often it was put off because a worker is older than its payload, or does not know it at all. */
    static final String TOO_NEW = "x-task-too-new";

    /** The key that it has for itself until it ends. */
    static final String UNIQUE = "x-task-unique";

    /** In milliseconds; what is meant by any longer limit. */
    private static final double LONGEST_LIMIT = 365 * 86_400_000.0;

    private final Map<String, @Nullable Object> headers;
    private final byte[] body;

    Envelope(Map<String, @Nullable Object> headers, byte[] body) {
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

    Map<String, @Nullable Object> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    /** Empty if the message has none, or one that cannot be an id. */
    Optional<TaskId> id() {
        return text(ID).filter(id -> !id.isBlank() && id.length() <= 64).map(TaskId::new);
    }

    Optional<String> task() {
        return text(TASK);
    }

    /** Whether a node of the engine with this prefix sent it. */
    boolean isFrom(String prefix) {
        return text(ORIGIN).filter(origin -> origin.startsWith(prefix + "@")).isPresent();
    }

    /** How often the task was tried again before this attempt; 0 for the first. */
    int retries() {
        return number(RETRIES);
    }

    /** The message as those see it who extend the engine; the header's name may be missing in one that was never ours. */
    TaskMessage message(TaskId id, String queue) {
        return new TaskMessage(id, task().orElse(""), queue, retries() + 1, eta(), headers, body);
    }

    /** Of a message at the broker, 0 to 255; counts only in queues that have priorities. */
    int priority() {
        return Math.min(number(PRIORITY), 255);
    }

    int replays() {
        return number(REPLAYS);
    }

    /** 0 where nobody chose the id. */
    long life() {
        return headers.get(LIFE) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    int version() {
        return Math.max(1, number(VERSION));
    }

    /** How often it could not be stored among the dead tasks. */
    int timesUnstored() {
        return number(Settlement.UNSTORED);
    }

    int timesTooNew() {
        return number(TOO_NEW);
    }

    Optional<Instant> eta() {
        return instant(ETA);
    }

    Optional<Instant> expires() {
        return instant(EXPIRES);
    }

    /** The task's limits, but for those that the message brings along: as with Celery, its own count, stricter or not. */
    TaskLimits limits(TaskLimits task) {
        return headers.get(TIME_LIMIT) instanceof List<?> limits && limits.size() == 2
                ? task.with(limit(limits.get(0)), limit(limits.get(1)))
                : task;
    }

    private static Optional<Duration> limit(@Nullable Object seconds) {
        return seconds instanceof Number number && number.doubleValue() > 0
                ? Optional.of(Duration.ofMillis(Math.round(Math.min(number.doubleValue() * 1000, LONGEST_LIMIT))))
                : Optional.empty();
    }

    Optional<String> text(String header) {
        return Optional.ofNullable(headers.get(header)).map(Object::toString);
    }

    private int number(String header) {
        return headers.get(header) instanceof Number number ? Math.max(0, number.intValue()) : 0;
    }

    private Optional<Instant> instant(String header) {
        return text(header).flatMap(WireTime::read);
    }

    Envelope with(String header, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(headers);
        changed.put(header, value);
        return taking(changed, body);
    }

    Envelope without(String header) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(headers);
        changed.remove(header);
        return taking(changed, body);
    }

    Envelope withBody(byte[] other) {
        return taking(headers, other);
    }

    /** A task that came in the same message, with its own body. */
    Envelope of(String id, byte[] other) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(headers);
        changed.put(ID, id);
        changed.put("root_id", id);
        return taking(changed, other);
    }

    /** The same task for its next attempt, which is due at the instant. */
    Envelope retriedAt(Instant due) {
        return with(RETRIES, retries() + 1).with(ETA, WireTime.write(due));
    }

    /** The same task as if it had never been tried. */
    Envelope replayed() {
        return without(Suspects.AGAIN)
                .with(RETRIES, 0)
                .with(REPLAYS, replays() + 1)
                .with(ETA, null)
                .with(EXPIRES, null)
                .with(TOO_NEW, 0);
    }
}
