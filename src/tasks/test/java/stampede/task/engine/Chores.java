package stampede.task.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import stampede.task.BatchTask;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.SoftTimeLimitExceeded;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;

/** Handlers with limits, rules and transactions of their own. */
@TestComponent
@TaskHandlers
public class Chores {

    private final JdbcTemplate jdbc;
    private final Map<String, List<Integer>> attempts = new ConcurrentHashMap<>();
    private final Map<String, List<Integer>> commits = new ConcurrentHashMap<>();
    private final Map<String, List<Long>> begins = new ConcurrentHashMap<>();
    private final CountDownLatch released = new CountDownLatch(1);

    Chores(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public List<Integer> attempts(String key) {
        return attempts.getOrDefault(key, List.of());
    }

    /** How many parcels each commit had. */
    public List<Integer> commits(String key) {
        return commits.getOrDefault(key, List.of());
    }

    /** When the paced ones began, in milliseconds. */
    public List<Long> begins(String key) {
        return begins.getOrDefault(key, List.of());
    }

    /** Lets those go that listen to nothing. */
    public void release() {
        released.countDown();
    }

    @Task(name = "chore.picky", queue = "chores")
    @Retry(on = IOException.class, delays = "200ms")
    @Retry(on = IllegalStateException.class, backoff = "50ms", factor = 2, attempts = 3, jitter = 0.3)
    @Retry(delays = {})
    void pick(Picky chore, TaskContext context) throws Exception {
        note(attempts, chore.key(), context.attempt());
        switch (chore.failure()) {
            case "io" -> throw new IOException("line");
            case "state" -> throw new IllegalStateException("state");
            case "in" -> {
                if (context.attempt() == 1) {
                    throw context.retryIn(Duration.ofMillis(70), new IOException("later"));
                }
            }
            default -> throw new UnsupportedOperationException(chore.failure());
        }
    }

    @Task(name = "chore.stubborn", queue = "chores", softTimeLimit = "100ms", timeLimit = "200ms")
    @Retry(delays = {})
    void ignoreEverything(Stubborn chore) {
        note(attempts, chore.key(), 1);
        var waiting = true;
        while (waiting) {
            try {
                released.await();
                waiting = false;
            } catch (InterruptedException ignored) {
                // that is what it is for
            }
        }
    }

    @Task(name = "chore.tidy", queue = "chores", softTimeLimit = "100ms", timeLimit = "5s")
    @Retry(
            on = SoftTimeLimitExceeded.class,
            delays = {})
    void tidyUp(Tidy chore, TaskContext context) throws Exception {
        try {
            new CountDownLatch(1).await();
        } finally {
            note(attempts, chore.key(), context.attempt());
        }
    }

    @Task(name = "chore.paced", queue = "chores.paced", rateLimit = "40/s")
    void pace(Paced chore) {
        note(begins, chore.key(), System.currentTimeMillis());
    }

    @Task(name = "chore.shared-pace", queue = "chores", rateLimit = "5/s")
    void paceAmongOthers(SharedPace chore) {
        note(begins, chore.key(), System.currentTimeMillis());
    }

    @Task(name = "chore.rare", queue = "chores.rare", rateLimit = "6/m")
    void seldom(Rare chore) {
        note(begins, chore.key(), System.currentTimeMillis());
    }

    /** One of them takes for ever. */
    @BatchTask(name = "chore.sort", queue = "chores.sort", maxSize = 8, linger = "300ms", timeLimit = "300ms")
    @Retry(delays = {})
    Outcomes sort(List<Job<Sort>> batch) throws InterruptedException {
        if (batch.stream().anyMatch(job -> job.payload().number() == 3)) {
            new CountDownLatch(1).await();
        }
        batch.forEach(job -> note(attempts, job.payload().key(), job.payload().number()));
        return Outcomes.allDone();
    }

    @Task(name = "chore.explode", queue = "chores")
    @Retry(delays = {})
    void explode(Explosive chore) {
        note(attempts, chore.key(), 1);
    }

    @BatchTask(name = "chore.stow", queue = "chores.stow", maxSize = 200, linger = "300ms", transaction = true)
    @Retry(delays = {})
    Outcomes stow(List<Job<Stow>> batch) {
        var key = batch.get(0).payload().key();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                note(commits, key, batch.size());
            }
        });
        jdbc.batchUpdate(
                "insert into chore (chore_key, number) values (?, ?)",
                batch.stream()
                        .map(job ->
                                new Object[] {job.payload().key(), job.payload().number()})
                        .toList());
        if (batch.stream().anyMatch(job -> job.payload().number() == 13)) {
            throw new IllegalStateException("thirteen");
        }
        var outcomes = Outcomes.allDone();
        batch.forEach(job -> outcomes.done(job, job.payload().number()));
        return outcomes;
    }

    public int[] stowed(String key) {
        return jdbc
                .queryForList("select number from chore where chore_key = ? order by number", Integer.class, key)
                .stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    public static int[] allBut(int missing, int count) {
        return IntStream.range(0, count).filter(number -> number != missing).toArray();
    }

    private static <T> void note(Map<String, List<T>> notes, String key, T note) {
        notes.computeIfAbsent(key, any -> new CopyOnWriteArrayList<>()).add(note);
    }

    @Task(name = "chore.charge", queue = "chores")
    @Retry(delays = {})
    @NoRetry(OptimisticLockingFailureException.class)
    void charge(Charge chore, TaskContext context) {
        note(attempts, chore.key(), context.attempt());
        throw new OptimisticLockingFailureException("Somebody else has changed it");
    }

    @Task(name = "chore.save", queue = "chores", once = true)
    @Retry(delays = {})
    void save(Save chore, TaskContext context) {
        note(attempts, chore.key(), context.attempt());
        if (attempts(chore.key()).size() < 3) {
            throw new CannotAcquireLockException("Chosen to give way");
        }
    }

    @Task(name = "chore.unlucky", queue = "chores.unlucky")
    @Retry(backoff = "400ms", attempts = 3)
    void failOnce(Unlucky chore, TaskContext context) throws IOException {
        note(attempts, chore.key(), context.attempt());
        if (context.attempt() == 1) {
            throw new IOException("The first time");
        }
    }

    public record Unlucky(String key, int number) {}

    public record Charge(String key) {}

    public record Save(String key) {}

    public record Picky(String key, String failure) {}

    public record Stubborn(String key) {}

    public record Tidy(String key) {}

    public record Paced(String key, int number) {}

    public record SharedPace(String key, int number) {}

    public record Rare(String key, int number) {}

    public record Sort(String key, int number) {}

    /** Cannot be made of its message, for a reason that is no exception. */
    public record Explosive(String key) {

        public static final AtomicBoolean EXPLODES = new AtomicBoolean();

        public Explosive {
            if (EXPLODES.get()) {
                throw new NoClassDefFoundError("Fuse");
            }
        }
    }

    public record Stow(String key, int number) {}
}
