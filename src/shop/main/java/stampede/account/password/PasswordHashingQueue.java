package stampede.account.password;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives turns to those who wait for a password to be hashed. Each hash costs tens of milliseconds of a processor, so few run
 * at once, and guessers who wait in line must not keep out those who signed in here before: these go first, then those of
 * whom nothing is known, then those who have just failed. Every fourth turn goes the other way, so that nobody waits for ever.
 */
public final class PasswordHashingQueue {

    /** Who waits. Those of an earlier lane go first. */
    public enum Lane {
        /** Signed in from the same device or network before. */
        KNOWN,
        NEW,
        /** From a network that guessed wrong lately. */
        FAILED
    }

    /** Somebody waited in vain, or too many wait already. */
    public static final class Full extends RuntimeException {

        Full() {
            super("Too many passwords wait to be hashed", null, false, false);
        }
    }

    private static final int MOST_WAITING = 64;
    private static final int OTHER_WAY_ROUND = 4;

    private static final List<Lane> FIRST_FIRST = List.of(Lane.KNOWN, Lane.NEW, Lane.FAILED);
    private static final List<Lane> LAST_FIRST = List.of(Lane.FAILED, Lane.NEW, Lane.KNOWN);

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Lane, Deque<Semaphore>> waiting = new EnumMap<>(Lane.class);
    private final Duration patience;
    private int free;
    private int turns;

    /**
     * @param atOnce how many are hashed at the same time
     * @param patience how long anybody waits
     */
    public PasswordHashingQueue(int atOnce, Duration patience) {
        this.free = atOnce;
        this.patience = patience;
    }

    /**
     * Does the work when it is its turn.
     *
     * @throws Full if that is not soon
     */
    public <T> T inTurn(Lane lane, Supplier<T> work) {
        await(lane);
        try {
            return work.get();
        } finally {
            passOn();
        }
    }

    int countWaiting(Lane lane) {
        lock.lock();
        try {
            return waiting(lane).size();
        } finally {
            lock.unlock();
        }
    }

    private Deque<Semaphore> waiting(Lane lane) {
        return waiting.computeIfAbsent(lane, first -> new ArrayDeque<>());
    }

    private void await(Lane lane) {
        var turn = new Semaphore(0);
        lock.lock();
        try {
            if (free > 0) {
                free--;
                return;
            }
            var line = waiting(lane);
            if (line.size() >= MOST_WAITING) {
                throw new Full();
            }
            line.add(turn);
        } finally {
            lock.unlock();
        }
        if (!comes(turn) && gaveUp(lane, turn)) {
            throw new Full();
        }
    }

    private boolean comes(Semaphore turn) {
        try {
            return turn.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** One that is not in line any more was given its turn in this moment. */
    private boolean gaveUp(Lane lane, Semaphore turn) {
        lock.lock();
        try {
            return waiting(lane).remove(turn);
        } finally {
            lock.unlock();
        }
    }

    private void passOn() {
        lock.lock();
        try {
            var next = next();
            if (next == null) {
                free++;
            } else {
                next.release();
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Semaphore next() {
        turns++;
        Semaphore next = null;
        for (var lane : turns % OTHER_WAY_ROUND == 0 ? LAST_FIRST : FIRST_FIRST) {
            next = next == null ? waiting(lane).poll() : next;
        }
        return next;
    }
}
