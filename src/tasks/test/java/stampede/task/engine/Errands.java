package stampede.task.engine;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.Tick;

/** Handlers that do what a test tells them to, and remember what they ran. */
@TestComponent
@TaskHandlers
public class Errands {

    private final Map<String, Work> works = new ConcurrentHashMap<>();
    private final Map<String, BatchWork> batchWorks = new ConcurrentHashMap<>();
    private final List<Tick> ticks = new CopyOnWriteArrayList<>();
    private final List<Run> runs = new CopyOnWriteArrayList<>();

    /** What errands with this key shall do; nothing, until told. */
    public void when(String key, Work work) {
        works.put(key, work);
    }

    public void whenBatch(String key, BatchWork work) {
        batchWorks.put(key, work);
    }

    /** Strangers' messages may carry no key. */
    public List<Run> runs(String key) {
        return runs.stream().filter(run -> key.equals(run.key())).toList();
    }

    /** The ids of all tasks that ran. */
    public Set<String> ids() {
        return runs.stream().map(run -> run.context().id().value()).collect(Collectors.toSet());
    }

    @Task(name = "errand.run", queue = "errands")
    @Retry(
            delays = {"100ms", "250ms"},
            jitter = 0.2)
    @NoRetry(IllegalArgumentException.class)
    void run(Errand errand, TaskContext context) throws Exception {
        runs.add(new Run(errand.key(), errand.number(), context, 1));
        works.getOrDefault(String.valueOf(errand.key()), (number, attempt) -> {})
                .run(errand.number(), context.attempt());
    }

    @Task(name = "errand.brief", queue = "errands", timeLimit = "${errands.limit:200ms}")
    @Retry(delays = {})
    void brief(BriefErrand errand) throws Exception {
        works.getOrDefault(String.valueOf(errand.key()), (number, attempt) -> {})
                .run(0, 1);
    }

    @BatchTask(name = "parcel.carry", queue = "parcels", maxSize = 50, linger = "30ms")
    @Retry(delays = "100ms")
    Outcomes carry(List<Job<Parcel>> batch) throws Exception {
        var key = String.valueOf(batch.get(0).payload().key());
        var outcomes = batchWorks.getOrDefault(key, jobs -> Outcomes.allDone()).run(batch);
        batch.forEach(
                job -> runs.add(new Run(job.payload().key(), job.payload().number(), job.context(), batch.size())));
        return outcomes;
    }

    /** What Celery's own client sends in the captured messages. */
    @Task(name = "shop.add", queue = "errands")
    void add(Addition sum, TaskContext context) {
        runs.add(new Run("shop.add", sum.x() + sum.y(), context, 1));
    }

    @Beat(
            name = "${errands.tick:errand.tick}",
            cron = "${errands.cron:0 0 0 29 2 1}",
            zone = "${errands.zone:Asia/Shanghai}")
    void tick(Tick tick) {
        ticks.add(tick);
    }

    public List<Tick> ticks() {
        return ticks;
    }

    public record Addition(int x, int y) {}

    public record Errand(String key, int number) {}

    public record BriefErrand(String key) {}

    public record Parcel(String key, int number) {}

    /** One run of a task. A batch counts only if it did not throw. */
    public record Run(String key, int number, TaskContext context, int together) {}

    public interface Work {

        void run(int number, int attempt) throws Exception;
    }

    public interface BatchWork {

        Outcomes run(List<Job<Parcel>> batch) throws Exception;
    }
}
