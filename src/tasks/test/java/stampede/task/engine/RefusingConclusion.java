package stampede.task.engine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskStep;

/** A conclusion that refuses ends as a test tells it to. */
@TestComponent
public class RefusingConclusion implements TaskConclusion {

    private final Map<String, Predicate<List<TaskStep>>> refusals = new ConcurrentHashMap<>();

    /** Refuses, of what is told together, what fits, if a task in it has the key in its body. */
    public void when(String key, Predicate<List<TaskStep>> refused) {
        refusals.put(key, refused);
    }

    @Override
    public void conclude(List<TaskStep> ends) {
        refusals.forEach((key, refused) -> {
            var mine = ends.stream().filter(end -> has(end, key)).toList();
            if (!mine.isEmpty() && refused.test(mine)) {
                throw new IllegalStateException("Refused, because the test wants it so");
            }
        });
    }

    @Override
    public boolean needsTransaction(TaskStep end) {
        return refusals.keySet().stream().anyMatch(key -> has(end, key));
    }

    public static boolean has(TaskStep end, String text) {
        return new String(end.message().body(), StandardCharsets.UTF_8).contains(text);
    }
}
