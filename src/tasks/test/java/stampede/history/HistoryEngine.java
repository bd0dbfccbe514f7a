package stampede.history;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import stampede.celery.CeleryAutoConfiguration;
import stampede.task.NoRetry;
import stampede.task.Remember;
import stampede.task.Retry;
import stampede.task.Sensitive;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.workflow.WorkflowAutoConfiguration;

/** The task engine with its history, and deeds for it to do. */
@TestComponent
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = {CeleryAutoConfiguration.class, WorkflowAutoConfiguration.class})
@Import(HistoryEngine.Deeds.class)
class HistoryEngine {

    /** Does what it is told to; nothing, until told. */
    @TestComponent
    @TaskHandlers
    static class Deeds {

        private final Map<String, Work> works = new ConcurrentHashMap<>();

        void when(String key, Work work) {
            works.put(key, work);
        }

        @Task(name = "deed.do", queue = "deeds")
        @Retry(delays = "100ms")
        @NoRetry(IllegalArgumentException.class)
        Answer run(Deed deed, TaskContext context) throws Exception {
            var work = works.getOrDefault(deed.key(), any -> "done");
            return new Answer(work.run(context));
        }

        @Task(name = "deed.quiet", queue = "deeds", remember = Remember.FAILURES)
        @Retry(delays = "100ms")
        @NoRetry(IllegalArgumentException.class)
        Answer quietly(QuietDeed deed, TaskContext context) throws Exception {
            return new Answer(works.getOrDefault(deed.key(), any -> "done").run(context));
        }
    }

    record Deed(String key, @Sensitive String secret) {

        Deed(String key) {
            this(key, "open sesame");
        }
    }

    record QuietDeed(String key) {}

    public record Answer(String text) {}

    interface Work {

        String run(TaskContext context) throws Exception;
    }
}
