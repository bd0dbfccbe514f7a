package stampede.channel;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * What waits to be told in one channel, and when its turn is: no more than fifteen messages in any minute. The first eight of them are of
 * one thing each; when more comes at a time, the rest of them name all that waits. Nothing of it knows how a message is sent.
 */
final class ChannelLine {

    static final int MOST = 15;

    /** What is left of the fifteen has room for some two hundred names in the shortest kind of message. */
    static final int ALONE = 8;

    static final int MOST_WAITING = 2_000;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** What comes together is joined. */
    private static final Duration GATHER = Duration.ofSeconds(2);

    private static final Duration BETWEEN = Duration.ofSeconds(10);

    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Deque<Instant> sent = new ArrayDeque<>();
    private Instant joinedAt = Instant.EPOCH;
    private int joining;
    private boolean busy;

    /** Has it wait; false if so much waits that it has no place. */
    synchronized boolean offer(Waiting one) {
        if (waiting.size() >= MOST_WAITING) {
            return false;
        }
        waiting.add(one);
        return true;
    }

    /** The only one who may send now; false if somebody else does. */
    synchronized boolean begin() {
        if (busy) {
            return false;
        }
        busy = true;
        return true;
    }

    synchronized void end() {
        busy = false;
    }

    /** Whether anything waits whose time has come. */
    synchronized boolean isWaiting(Instant now) {
        return waiting.stream().anyMatch(one -> !one.due().isAfter(now));
    }

    /** Takes everything out, as the node stops. */
    synchronized List<Waiting> drain() {
        var all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Whether one more may be sent now, out of turn. */
    synchronized boolean hasRoom(Instant now) {
        return free(now) > 0;
    }

    /** Counts messages that were sent. */
    synchronized void count(int messages, Instant now) {
        for (var at = 0; at < messages; at++) {
            sent.add(now);
        }
    }

    /**
     * What is to be sent now; empty if nothing is, or not yet. Whoever takes it counts it when it is sent.
     *
     * @param calls whether a message is one for which people are called by a message of its own
     * @param fits how many of these, from the first on, may be joined
     */
    synchronized Optional<Turn> next(
            Instant now, Predicate<ChannelMessage> calls, ToIntFunction<List<ChannelMessage>> fits) {
        var due = waiting.stream().filter(one -> !one.due().isAfter(now)).toList();
        var free = free(now);
        if (due.isEmpty() || free == 0) {
            joining = due.isEmpty() ? 0 : joining;
            return Optional.empty();
        }
        var first = due.get(0);
        var cost = calls.test(first.message()) ? 2 : 1;
        if (joining <= 0 && sent.size() + cost <= ALONE) {
            return Optional.of(take(List.of(first), cost == 2));
        }
        if (joining <= 0) {
            if (now.isBefore(first.since().plus(GATHER)) || now.isBefore(joinedAt.plus(BETWEEN))) {
                return Optional.empty();
            }
            joining = due.size();
            joinedAt = now;
        }
        var together = due.subList(0, Math.min(due.size(), joining));
        var number = fits.applyAsInt(together.stream().map(Waiting::message).toList());
        var taken = together.subList(0, Math.max(1, Math.min(number, together.size())));
        joining -= taken.size();
        var isLast = joining <= 0;
        return Optional.of(take(
                taken,
                isLast && free > 1 && taken.stream().map(Waiting::message).anyMatch(calls)));
    }

    private Turn take(List<Waiting> taken, boolean isCalling) {
        var left = new ArrayList<>(taken);
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext() && !left.isEmpty(); ) {
            if (left.removeIf(same(all.next()))) {
                all.remove();
            }
        }
        return new Turn(List.copyOf(taken), isCalling);
    }

    /** The very one: two may be equal. */
    @SuppressWarnings("ReferenceEquality")
    private static Predicate<Waiting> same(Waiting one) {
        return other -> other == one;
    }

    private int free(Instant now) {
        while (!sent.isEmpty() && !sent.peek().plus(WINDOW).isAfter(now)) {
            sent.poll();
        }
        return Math.max(0, MOST - sent.size());
    }

    /**
     * A message that waits.
     *
     * @param tries how often it was tried already
     * @param due not before then
     * @param since when it came here
     */
    record Waiting(ChannelMessage message, int tries, Instant due, Instant since) {}

    /**
     * What is sent in one message.
     *
     * @param calls whether there is room for a second message that calls people
     */
    record Turn(List<Waiting> all, boolean calls) {

        List<ChannelMessage> messages() {
            return all.stream().map(Waiting::message).toList();
        }

        /** How often that of them was tried which was tried most. */
        int tries() {
            return all.stream().mapToInt(Waiting::tries).max().orElse(0);
        }
    }
}
