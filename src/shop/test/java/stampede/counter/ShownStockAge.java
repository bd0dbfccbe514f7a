package stampede.counter;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * How old the figures are that somebody is shown of an offer's stock, by what its counter had meanwhile. A thread of its own looks at the
 * counter, much more often than anybody is shown a figure; what it may have missed between two looks, it knows by the moves that were
 * made. Every purchase has to be of one unit.
 */
public final class ShownStockAge implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private final Supplier<Count> counter;
    private final Deque<Moment> moments = new ArrayDeque<>();
    private final Thread thread = new Thread(this::watch, "looks at a counter");
    private volatile boolean over;
    private Duration oldest = Duration.ZERO;
    private int looks;

    /** Watches the counter from now on. */
    public ShownStockAge(Supplier<Count> counter) {
        this.counter = counter;
        count();
        thread.start();
    }

    /**
     * Looks once more, at the figure that is shown now.
     *
     * @return the age of it
     */
    public Duration look(IntSupplier shown) {
        var asked = System.nanoTime();
        var figure = shown.getAsInt();
        count();
        var age = age(figure, asked);
        oldest = age.compareTo(oldest) > 0 ? age : oldest;
        looks++;
        return age;
    }

    /** The greatest age of any figure so far. */
    public Duration oldest() {
        return oldest;
    }

    /** How often somebody looked. */
    public int looks() {
        return looks;
    }

    /** Ends its thread. */
    @Override
    public void close() {
        over = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        while (!over) {
            count();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private synchronized void count() {
        moments.addLast(new Moment(System.nanoTime(), counter.get()));
        while (moments.getLast().at() - moments.getFirst().at() > REMEMBERED.toNanos()) {
            moments.removeFirst();
        }
    }

    /** What the counter never had is as old as all that is remembered. */
    private synchronized Duration age(int figure, long asked) {
        var last = List.copyOf(moments);
        for (int at = last.size() - 1; at > 0; at--) {
            if (Count.mayHaveBeen(figure, last.get(at - 1).count(), last.get(at).count())) {
                return Duration.ofNanos(Math.max(0, asked - last.get(at).at()));
            }
        }
        return Duration.ofNanos(asked - last.get(0).at());
    }

    /**
     * A counter at a moment.
     *
     * @param left units that nobody has
     * @param moves how often that has changed ever
     */
    public record Count(int left, long moves) {

        /** Each move is of one unit, up or down, or of none. */
        private static boolean mayHaveBeen(int figure, Count earlier, Count later) {
            var moves = Math.max(later.moves() - earlier.moves(), Math.abs(later.left() - earlier.left()));
            return Math.abs(2L * figure - earlier.left() - later.left()) <= moves;
        }
    }

    private record Moment(long at, Count count) {}
}
