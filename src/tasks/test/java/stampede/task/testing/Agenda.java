package stampede.task.testing;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import stampede.task.TaskId;
import stampede.task.testing.HandlerBench.Work;

/** The tasks that wait, by when they are due. */
final class Agenda {

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long count;

    void add(Work work, Instant due) {
        entries.add(new Entry(due, count++, work));
    }

    /** When the next task is due. */
    Optional<Instant> next() {
        return Optional.ofNullable(entries.peek()).map(Entry::due);
    }

    /** Answers whether it was there. */
    boolean drop(TaskId id) {
        return entries.removeIf(entry -> entry.work().id().equals(id));
    }

    /** Drops what is due and nobody wants any more. Answers what that was. */
    List<TaskId> dropExpired(Instant now) {
        var expired =
                due(now).stream().filter(entry -> entry.work().hasExpired(now)).toList();
        entries.removeAll(expired);
        return expired.stream().map(entry -> entry.work().id()).toList();
    }

    /** Takes the earliest task that is due, with others of its kind if it runs in batches. */
    List<Work> takeDue(Instant now) {
        var due = due(now);
        if (due.isEmpty()) {
            return List.of();
        }
        var first = due.get(0).work();
        var taken = due.stream()
                .filter(entry -> entry.work().name().equals(first.name()))
                .limit(first.most())
                .toList();
        entries.removeAll(taken);
        return taken.stream().map(Entry::work).toList();
    }

    private List<Entry> due(Instant now) {
        return entries.stream()
                .filter(entry -> !entry.due().isAfter(now))
                .sorted()
                .toList();
    }

    /** @param number in the order of sending, for those that are due together */
    private record Entry(Instant due, long number, Work work) implements Comparable<Entry> {

        @Override
        public int compareTo(Entry other) {
            return Comparator.comparing(Entry::due).thenComparing(Entry::number).compare(this, other);
        }
    }
}
