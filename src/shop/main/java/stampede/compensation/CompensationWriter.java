package stampede.compensation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.BackgroundThread;
import stampede.support.StopPhase;

/**
 * The one thread of a node that writes rows which are in no transaction: while it commits, more comes together. So many wait at most
 * while the database is away; what comes then is dropped and counted, and only the file has it.
 */
@Component
class CompensationWriter implements BackgroundThread.Owner {

    static final int MOST_WAITING = 10_000;

    private static final Logger log = LoggerFactory.getLogger(CompensationWriter.class);
    private static final int MOST_AT_A_TIME = 500;
    private static final long AFTER_A_FAILURE_MILLIS = 500;

    private final CompensationRepository rows;
    private final TransactionTemplate transaction;
    private final Counter dropped;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final ArrayDeque<CompensationLine> waiting = new ArrayDeque<>();
    private boolean failing;
    private final BackgroundThread thread =
            new BackgroundThread("compensation", this::run, this::wake, Duration.ofSeconds(5));

    CompensationWriter(CompensationRepository rows, TransactionTemplate transaction, MeterRegistry meters) {
        this.rows = rows;
        this.transaction = transaction;
        this.dropped = Counter.builder("stampede.compensation.dropped")
                .description("Lines of the compensation log that the database did not get")
                .register(meters);
    }

    /** Writes it soon, and returns at once. */
    void write(CompensationLine line) {
        lock.lock();
        try {
            if (waiting.size() >= MOST_WAITING) {
                dropped.increment();
                return;
            }
            waiting.add(line);
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    @Override
    public int getPhase() {
        return StopPhase.HISTORY.value();
    }

    private void wake() {
        lock.lock();
        try {
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** When the node stops, what is there is written once more and no longer waited for. */
    private void run() {
        try {
            while (isRunning()) {
                write(take());
            }
        } catch (InterruptedException stopped) {
            log.debug("The compensation log ends", stopped);
        }
        var isAway = false;
        for (var rest = next(); !rest.isEmpty(); rest = next()) {
            isAway = isAway || !commit(rest);
            if (isAway) {
                dropped.increment(rest.size());
            }
        }
    }

    private List<CompensationLine> take() throws InterruptedException {
        lock.lock();
        try {
            while (isRunning() && waiting.isEmpty()) {
                news.await();
            }
        } finally {
            lock.unlock();
        }
        return next();
    }

    private List<CompensationLine> next() {
        lock.lock();
        try {
            var some = new ArrayList<CompensationLine>();
            while (some.size() < MOST_AT_A_TIME && !waiting.isEmpty()) {
                some.add(waiting.remove());
            }
            return some;
        } finally {
            lock.unlock();
        }
    }

    private void write(List<CompensationLine> some) throws InterruptedException {
        while (!some.isEmpty() && !commit(some)) {
            if (!isRunning()) {
                dropped.increment(some.size());
                return;
            }
            Thread.sleep(AFTER_A_FAILURE_MILLIS);
        }
    }

    private boolean commit(List<CompensationLine> some) {
        try {
            transaction.executeWithoutResult(status -> rows.add(some));
            failing = false;
            return true;
        } catch (DataIntegrityViolationException oneIsWrong) {
            some.forEach(this::commitAlone);
            return true;
        } catch (RuntimeException away) {
            if (!failing) {
                log.warn("The compensation log cannot be written to the database, trying on: {}", away.toString());
            }
            failing = true;
            return false;
        }
    }

    private void commitAlone(CompensationLine line) {
        try {
            transaction.executeWithoutResult(status -> rows.add(List.of(line)));
        } catch (RuntimeException refused) {
            dropped.increment();
            log.warn("A line of the compensation log is left out: {}", refused.toString());
        }
    }
}
