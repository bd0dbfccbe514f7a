package stampede.books;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.order.PlaceOrder;
import stampede.order.PlacementMessages;
import stampede.task.DeadSearch;
import stampede.task.DeadTask;
import stampede.task.DeadTasks;
import stampede.task.TaskId;

/** Finds messages among the dead tasks that were to make orders. What is forged is no purchase and is left out. */
@Component
class DeadPlacements {

    private static final String NAME = "order.place";
    private static final int PAGE = 500;

    /** What died longer ago has been decided since, by {@link StuckLoop}; thousands of old ones are not read all the time. */
    private static final Duration LATELY = Duration.ofDays(1);

    private final DeadTasks tasks;
    private final PlacementMessages messages;
    private final Orders orders;
    private final Clock clock;

    DeadPlacements(DeadTasks tasks, PlacementMessages messages, Orders orders, Clock clock) {
        this.tasks = tasks;
        this.messages = messages;
        this.orders = orders;
        this.clock = clock;
    }

    /** The last death of the message of this purchase, if it died. */
    Optional<DeadPlacement> of(OrderId id) {
        return tasks.of(new TaskId(id.toString())).stream()
                .flatMap(task -> read(task).stream())
                .filter(dead -> dead.order().equals(id))
                .findFirst();
    }

    /** Those that died lately, wait for a decision, and have neither an order nor a tombstone. */
    List<DeadPlacement> undecided() {
        var search = new DeadSearch(
                Optional.of(NAME), Optional.empty(), Optional.of(clock.instant().minus(LATELY)), Optional.empty());
        var undecided = new ArrayList<DeadPlacement>();
        var before = Long.MAX_VALUE;
        List<DeadTask> page;
        do {
            page = tasks.search(DeadTask.Status.DEAD, search, before, PAGE);
            undecided.addAll(undecided(page));
            before = page.isEmpty() ? before : page.get(page.size() - 1).id();
        } while (page.size() == PAGE);
        return undecided;
    }

    private List<DeadPlacement> undecided(List<DeadTask> page) {
        var dead = page.stream().flatMap(task -> read(task).stream()).toList();
        var known = orders.statuses(dead.stream().map(DeadPlacement::order).toList())
                .keySet();
        return dead.stream().filter(one -> !known.contains(one.order())).toList();
    }

    private Optional<DeadPlacement> read(DeadTask task) {
        return task.name().equals(NAME)
                ? tasks.payload(task, PlaceOrder.class)
                        .flatMap(messages::reservation)
                        .map(reservation -> new DeadPlacement(task, reservation))
                : Optional.empty();
    }
}
