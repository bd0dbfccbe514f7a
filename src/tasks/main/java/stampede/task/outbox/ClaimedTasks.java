package stampede.task.outbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import stampede.task.Delivery;

/**
 * What one relay has in hand: rows whose time is about to come, rows on their way to the broker, and the broker's answers.
 * Used by the relay's thread alone, but for {@link #answer}.
 */
final class ClaimedTasks {

    private final Map<Long, Claimed> all = new HashMap<>();
    private final Map<String, Integer> byQueue = new HashMap<>();
    private final PriorityQueue<OutboxRepository.Row> waiting = new PriorityQueue<>(
            Comparator.comparingLong(OutboxRepository.Row::dueMs).thenComparingLong(OutboxRepository.Row::id));
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();

    int size() {
        return all.size();
    }

    /** How many of the queue, given without the prefix, are in hand. */
    int size(String queue) {
        return byQueue.getOrDefault(queue, 0);
    }

    /** Takes rows that were claimed. One that is here already, because its lease ran out, is not sent twice for that. */
    void add(Collection<OutboxRepository.Row> rows, long nowNanos) {
        for (var row : rows) {
            var known = all.put(row.id(), new Claimed(row, nowNanos));
            if (known == null) {
                waiting.add(row);
                byQueue.merge(row.queue(), 1, Integer::sum);
            }
        }
    }

    /** Hands out what is due, earliest first. */
    List<OutboxRepository.Row> due(long nowMs) {
        var due = new ArrayList<OutboxRepository.Row>();
        while (!waiting.isEmpty() && waiting.element().dueMs() <= nowMs) {
            due.add(waiting.remove());
        }
        return due;
    }

    /** Milliseconds until the next row is due, at most those given. */
    long untilNext(long nowMs, long most) {
        return waiting.isEmpty()
                ? most
                : Math.max(0, Math.min(most, waiting.element().dueMs() - nowMs));
    }

    /** Tells what became of a row that was handed out; on any thread. */
    void answer(OutboxRepository.Row row, Delivery delivery, long atMs) {
        answers.add(new Answered(row, delivery, atMs));
    }

    boolean hasAnswers() {
        return !answers.isEmpty();
    }

    /** The answers there are; they stay here until they are {@link #forget forgotten}. */
    List<Answered> answers() {
        return List.copyOf(answers);
    }

    void forget(Collection<Answered> settled) {
        for (var answer : settled) {
            answers.remove();
            remove(answer.row());
        }
    }

    /** Rows that were claimed before then and have not been forgotten; they count as claimed now. */
    List<OutboxRepository.Row> claimedBefore(long thenNanos, long nowNanos) {
        var old = all.values().stream()
                .filter(claimed -> claimed.atNanos() - thenNanos < 0)
                .map(Claimed::row)
                .toList();
        old.forEach(row -> all.put(row.id(), new Claimed(row, nowNanos)));
        return old;
    }

    /** Gives away what has not been handed out. */
    List<OutboxRepository.Row> giveUpWaiting() {
        var rest = List.copyOf(waiting);
        waiting.clear();
        rest.forEach(this::remove);
        return rest;
    }

    private void remove(OutboxRepository.Row row) {
        if (all.remove(row.id()) != null) {
            byQueue.computeIfPresent(row.queue(), (queue, rows) -> rows == 1 ? null : rows - 1);
        }
    }

    private record Claimed(OutboxRepository.Row row, long atNanos) {}

    /** @param atMs when the broker answered */
    record Answered(OutboxRepository.Row row, Delivery delivery, long atMs) {}
}
