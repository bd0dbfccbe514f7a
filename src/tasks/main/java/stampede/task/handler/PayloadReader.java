package stampede.task.handler;

import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.env.Environment;
import stampede.task.BatchTask;
import stampede.task.Task;
import stampede.task.TaskPayload;

/** Reads how payloads are sent: as their record says, or else as the method says that takes them. */
final class PayloadReader {

    private static final String DEFAULT_QUEUE = "default";
    private static final List<String> SAID_BY_BOTH =
            List.of("queue", "version", "remember", "expires", "unique", "uniqueFor");

    private final Environment environment;

    PayloadReader(Environment environment) {
        this.environment = environment;
    }

    /** What the record says; empty if it says nothing. */
    Optional<PayloadDefinition> read(Class<? extends Record> type) {
        return Optional.ofNullable(type.getAnnotation(TaskPayload.class))
                .map(said -> new PayloadDefinition(
                        type,
                        resolve(said.task()),
                        resolve(said.queue()),
                        said.version(),
                        said.remember(),
                        duration(said.expires()),
                        unique(said.unique(), said.uniqueFor())));
    }

    /** @throws IllegalArgumentException if the record says otherwise, or neither says what the task is called */
    PayloadDefinition read(Class<? extends Record> type, Task task) {
        var name = resolve(task.name());
        var queue = resolve(task.queue());
        return ofRecord(type, task)
                .orElseGet(() -> new PayloadDefinition(
                        type,
                        checked(name),
                        queue.isEmpty() ? DEFAULT_QUEUE : queue,
                        task.version(),
                        task.remember(),
                        duration(task.expires()),
                        unique(task.unique(), task.uniqueFor())));
    }

    /** @throws IllegalArgumentException if the record says otherwise */
    PayloadDefinition read(Class<? extends Record> type, BatchTask task) {
        return ofRecord(type, task)
                .orElseGet(() -> new PayloadDefinition(
                        type,
                        resolve(task.name()),
                        resolve(task.queue()),
                        task.version(),
                        task.remember(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static String checked(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("its @Task has no name, and its payload no @TaskPayload that gives one");
        }
        return name;
    }

    private Optional<PayloadDefinition> ofRecord(Class<? extends Record> type, Annotation method) {
        var said = read(type);
        said.ifPresent(unused -> {
            var record = Objects.requireNonNull(type.getAnnotation(TaskPayload.class));
            check("name", method, record.task(), type);
            SAID_BY_BOTH.forEach(
                    attribute -> check(attribute, method, AnnotationUtils.getValue(record, attribute), type));
        });
        return said;
    }

    /** Senders without the method go by the record, so the method must not go by anything else. */
    private void check(String attribute, Annotation method, @Nullable Object ofRecord, Class<? extends Record> type) {
        var ofMethod = AnnotationUtils.getValue(method, attribute);
        if (ofMethod != null
                && !ofMethod.equals(AnnotationUtils.getDefaultValue(method, attribute))
                && !resolve(ofMethod.toString()).equals(resolve(String.valueOf(ofRecord)))) {
            throw new IllegalArgumentException("its %s is %s, but %s in the @TaskPayload of %s; say it there alone"
                    .formatted(attribute, ofMethod, ofRecord, type.getSimpleName()));
        }
    }

    private Optional<UniqueKey> unique(String template, String atMost) {
        return Optional.of(resolve(template))
                .filter(key -> !key.isEmpty())
                .map(key -> new UniqueKey(key, duration(atMost).orElseThrow()));
    }

    private Optional<Duration> duration(String text) {
        return Optional.of(resolve(text)).filter(time -> !time.isBlank()).map(DurationStyle::detectAndParse);
    }

    private String resolve(String text) {
        return environment.resolveRequiredPlaceholders(text);
    }
}
