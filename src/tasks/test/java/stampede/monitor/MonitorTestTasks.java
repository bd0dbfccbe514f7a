package stampede.monitor;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.test.context.TestComponent;
import stampede.task.Beat;
import stampede.task.NoRetry;
import stampede.task.Retry;
import stampede.task.Sensitive;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.Tick;

/** Tasks for the monitor's tests to look at. */
@TestComponent
@TaskHandlers
class MonitorTestTasks {

    static final String NAME = "monitor.errand";
    static final String LETTER = "monitor.letter";
    static final String QUEUE = "monitor.errands";

    private final Tasks tasks;
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Set<String> done = ConcurrentHashMap.newKeySet();

    MonitorTestTasks(Tasks tasks) {
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

    @Beat(name = "monitor.tick", cron = "0 0 0 29 2 1", zone = "Asia/Shanghai")
    void tick(Tick tick) {
        done.add("tick");
    }

    /** Ticks, but not while anybody looks. */
    @Beat(name = "monitor.count", every = "5m", misfire = Beat.Misfire.SKIP)
    void count(Tick tick) {
        done.add("count");
    }

    boolean did(String key) {
        return done.contains(key);
    }

    void letGo(String key) {
        held.computeIfAbsent(key, any -> new CountDownLatch(1)).countDown();
    }

    enum What {
        RUN,
        FAIL,
        SEND,
        WAIT
    }

    record Errand(What what, String key) {}

    record Letter(String to, @Sensitive String text) {}
}
