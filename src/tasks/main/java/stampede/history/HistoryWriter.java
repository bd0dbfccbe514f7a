package stampede.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.BackgroundThread;
import stampede.support.StopPhase;

/**
 * The one thread of a node that writes history. While it commits, more comes together, and several changes of one task become one
 * row. Some wait until their changes are safe; notes wait for nothing, and too many of them are dropped.
 */
class HistoryWriter implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(HistoryWriter.class);

    private static final int MOST_NOTES = 20_000;
    private static final int MOST_AT_A_TIME = 500;
    private static final long LINGER_MILLIS = 50;
    private static final long AFTER_A_FAILURE_MILLIS = 500;
    private static final int MOST_DEADLOCKS = 5;

    private final TaskRunRepository rows;
    private final TransactionTemplate transaction;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private Map<RunChange.Key, RunChange> pending = new LinkedHashMap<>();
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private boolean failing;
    private final BackgroundThread thread =
            new BackgroundThread("task-history", this::run, this::wake, Duration.ofSeconds(5));

    HistoryWriter(TaskRunRepository rows, TransactionTemplate transaction) {
        this.rows = rows;
        this.transaction = transaction;
    }

    /** Writes it some time soon, if nothing goes wrong. The thread is woken by the first of many, and if there are too many to wait for more. */
    void note(RunChange change) {
        lock.lock();
        try {
            if (pending.size() < MOST_NOTES || pending.containsKey(change.key())) {
                add(change);
                if (pending.size() == 1 || pending.size() >= MOST_AT_A_TIME) {
                    news.signal();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Writes them and returns when they are committed. */
    void write(Collection<RunChange> changes) {
        var safe = new CompletableFuture<Void>();
        if (!hasTaken(changes, safe)) {
            commit(List.copyOf(changes));
            return;
        }
        try {
            safe.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    private boolean hasTaken(Collection<RunChange> changes, CompletableFuture<Void> safe) {
        lock.lock();
        try {
            var taken = isRunning();
            if (taken) {
                changes.forEach(this::add);
                waiting.add(safe);
                news.signal();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void add(RunChange change) {
        pending.merge(change.key(), change, RunChange::and);
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void wake() {
        lock.lock();
        try {
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int getPhase() {
        return StopPhase.HISTORY.value();
    }

    private void run() {
        try {
            for (var work = take(); !work.isEmpty(); work = take()) {
                write(work);
            }
        } catch (InterruptedException stopped) {
            log.debug("The history ends", stopped);
        }
    }

    /** All there is; nothing at the very end. */
    private Work take() throws InterruptedException {
        lock.lock();
        try {
            while (isRunning() && pending.isEmpty()) {
                news.await();
            }
            for (long left = TimeUnit.MILLISECONDS.toNanos(LINGER_MILLIS); left > 0 && isWorthAMoment(); ) {
                left = news.awaitNanos(left);
            }
            var work = new Work(List.copyOf(pending.values()), waiting);
            pending = new LinkedHashMap<>();
            waiting = new ArrayList<>();
            return work;
        } finally {
            lock.unlock();
        }
    }

    private boolean isWorthAMoment() {
        return isRunning() && waiting.isEmpty() && pending.size() < MOST_AT_A_TIME;
    }

    private void write(Work work) throws InterruptedException {
        try {
            for (int from = 0; from < work.changes().size(); from += MOST_AT_A_TIME) {
                commit(work.changes()
                        .subList(
                                from,
                                Math.min(from + MOST_AT_A_TIME, work.changes().size())));
            }
            failing = false;
            work.waiting().forEach(safe -> safe.complete(null));
        } catch (RuntimeException | Error failure) {
            if (!failing) {
                log.warn("The history of tasks cannot be written, trying on: {}", failure.toString());
            }
            failing = true;
            work.waiting().forEach(safe -> safe.completeExceptionally(failure));
            keep(work.changes());
        }
    }

    /** For another try, together with what comes meanwhile. */
    private void keep(List<RunChange> changes) throws InterruptedException {
        lock.lock();
        try {
            if (isRunning()) {
                changes.stream().filter(change -> pending.size() < MOST_NOTES).forEach(this::add);
            }
        } finally {
            lock.unlock();
        }
        Thread.sleep(AFTER_A_FAILURE_MILLIS);
    }

    private void commit(List<RunChange> changes) {
        for (int deadlocks = 0; ; deadlocks++) {
            try {
                transaction.executeWithoutResult(status -> rows.write(changes));
                return;
            } catch (ConcurrencyFailureException deadlock) {
                if (deadlocks == MOST_DEADLOCKS) {
                    throw deadlock;
                }
            }
        }
    }

    /** What is to be written together, and who waits for that. */
    private record Work(List<RunChange> changes, List<CompletableFuture<Void>> waiting) {

        boolean isEmpty() {
            return changes.isEmpty();
        }
    }
}
