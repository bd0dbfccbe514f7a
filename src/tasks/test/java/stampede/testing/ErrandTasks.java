package stampede.testing;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.Sensitive;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.Tick;

/** Tasks for tests of the monitor to look at, in the library's frame and in the shop's. */
@TaskHandlers
public class ErrandTasks {

    public static final String NAME = "monitor.errand";
    public static final String LETTER = "monitor.letter";
    public static final String NOTICE = "monitor.notice";
    public static final String ROW = "monitor.row";
    public static final String QUEUE = "monitor.errands";

    private final Tasks tasks;
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Set<String> done = ConcurrentHashMap.newKeySet();

    ErrandTasks(Tasks tasks) {
        this.tasks = tasks;
    }

    @Task(name = NAME, queue = QUEUE)
    @Retry(delays = {})
    @NoRetry(IllegalArgumentException.class)
    Map<String, String> run(Errand errand) throws InterruptedException {
        switch (errand.what()) {
            case FAIL -> throw new IllegalArgumentException("it broke: " + errand.key());
            case SEND -> tasks.send(new Errand(What.RUN, errand.key()));
            case WAIT ->
                held.computeIfAbsent(errand.key(), any -> new CountDownLatch(1)).await();
            case RUN -> {
                // Nothing but what all do.
            }
        }
        done.add(errand.key());
        return Map.of("answer", "to " + errand.key());
    }

    /** Always dies. */
    @Task(name = LETTER, queue = QUEUE)
    @Retry(delays = {})
    @NoRetry(IllegalArgumentException.class)
    void deliver(Letter letter) {
        throw new IllegalArgumentException("nobody lives there: " + letter.to());
    }

    /** Says at the method what others say at the call. */
    @Task(
            name = NOTICE,
            queue = QUEUE,
            expires = "1d",
            unique = "notice:{about}",
            uniqueFor = "2h",
            rateLimit = "100/s",
            timeLimit = "30s")
    @Retry(delays = {"10s", "1m"})
    void post(Notice notice) {
        done.add(notice.about());
    }

    /** Together; a row without words dies. */
    @BatchTask(name = ROW, queue = "monitor.rows", linger = "200ms")
    Outcomes store(List<Job<Row>> rows) {
        var outcomes = Outcomes.allDone();
        rows.stream()
                .filter(row -> row.payload().words().isEmpty())
                .forEach(row -> outcomes.reject(row, "nothing is written there"));
        return outcomes;
    }

    @Beat(name = "monitor.tick", cron = "0 0 0 29 2 1", zone = "Asia/Shanghai")
    void tick(Tick tick) {
        done.add("tick");
    }

    /** Ticks, but not while anybody looks. */
    @Beat(name = "monitor.count", every = "5m", misfire = Beat.Misfire.SKIP)
    void count(Tick tick) {
        done.add("count");
    }

    public boolean did(String key) {
        return done.contains(key);
    }

    public void letGo(String key) {
        held.computeIfAbsent(key, any -> new CountDownLatch(1)).countDown();
    }

    public enum What {
        RUN,
        FAIL,
        SEND,
        WAIT
    }

    public record Errand(What what, String key) {}

    public record Letter(String to, @Sensitive String text) {}

    public record Notice(String about) {}

    public record Row(String words) {}
}
