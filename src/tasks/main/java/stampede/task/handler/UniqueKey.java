package stampede.task.handler;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.ReflectionUtils;
import stampede.task.SendOption;

/**
 * The key of a task of which there is one at a time.
 *
 * @param template with components of the payload in braces
 * @param atMost how long it is kept
 */
record UniqueKey(String template, Duration atMost) {

    private static final Pattern COMPONENT = Pattern.compile("\\{([^{}]*)}");

    /** @throws IllegalArgumentException if the payload has no such component */
    UniqueKey checkedFor(Class<? extends Record> payload) {
        COMPONENT.matcher(template).results().forEach(found -> {
            if (find(payload, found.group(1)).isEmpty()) {
                throw new IllegalArgumentException("its unique key names {%s}, which %s does not have"
                        .formatted(found.group(1), payload.getSimpleName()));
            }
        });
        return this;
    }

    SendOption.Unique of(Record payload) {
        var key = COMPONENT
                .matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(value(payload, found.group(1))));
        return new SendOption.Unique(key, atMost);
    }

    private static String value(Record payload, String component) {
        var accessor = find(payload.getClass(), component).orElseThrow().getAccessor();
        ReflectionUtils.makeAccessible(accessor);
        return String.valueOf(ReflectionUtils.invokeMethod(accessor, payload));
    }

    private static Optional<RecordComponent> find(Class<? extends Record> payload, String name) {
        return Arrays.stream(payload.getRecordComponents())
                .filter(component -> component.getName().equals(name))
                .findFirst();
    }
}
