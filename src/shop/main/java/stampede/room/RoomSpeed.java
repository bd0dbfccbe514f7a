package stampede.room;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;

/** How fast a room's turn moves, told from what was seen of it within half a minute. Used by one thread. */
final class RoomSpeed {

    private static final Duration MEMORY = Duration.ofSeconds(30);

    /** A shorter look says nothing. */
    private static final Duration LEAST = Duration.ofSeconds(10);

    private static final double SECONDS_PER_MINUTE = 60;

    private final Deque<Seen> seen = new ArrayDeque<>();

    void add(long nanos, int turn) {
        if (!seen.isEmpty() && turn < seen.getLast().turn()) {
            seen.clear();
        }
        seen.addLast(new Seen(nanos, turn));
        while (nanos - seen.getFirst().nanos() > MEMORY.toNanos()) {
            seen.removeFirst();
        }
    }

    /** Empty if it was not looked at for long enough, or nobody came in. */
    OptionalInt perMinute() {
        if (seen.isEmpty()) {
            return OptionalInt.empty();
        }
        var nanos = seen.getLast().nanos() - seen.getFirst().nanos();
        var moved = seen.getLast().turn() - seen.getFirst().turn();
        return nanos < LEAST.toNanos() || moved == 0
                ? OptionalInt.empty()
                : OptionalInt.of(Math.max(1, (int)
                        (moved * SECONDS_PER_MINUTE * Duration.ofSeconds(1).toNanos() / nanos)));
    }

    private record Seen(long nanos, int turn) {}
}
