package stampede.inquiry;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.task.TaskId;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** Finds messages among the dead tasks that were to make orders. What is forged is no purchase and is left out. */
@Component
class DeadOrderMessageFinder {

    private static final int PAGE = 500;

    /** What died longer ago has been decided since, by {@link StuckPurchaseJob}; thousands of old ones are not read all the time. */
    private static final Duration LATELY = Duration.ofDays(1);

    private final DeadTasks tasks;
    private final PlaceOrderMessages messages;
    private final Orders orders;
    private final Clock clock;

    DeadOrderMessageFinder(DeadTasks tasks, PlaceOrderMessages messages, Orders orders, Clock clock) {
        this.tasks = tasks;
        this.messages = messages;
        this.orders = orders;
        this.clock = clock;
    }

    /** The last death of the message of this purchase, if it died. */
    Optional<DeadOrderMessage> of(OrderId id) {
        return tasks.of(new TaskId(id.toString())).stream()
                .flatMap(task -> read(task).stream())
                .filter(dead -> dead.order().equals(id))
                .findFirst();
    }

    /** Those that died lately, wait for a decision, and have neither an order nor a tombstone. */
    List<DeadOrderMessage> undecided() {
        var search = new DeadSearch(
                Optional.of(PlaceOrderMessages.TASK),
                Optional.empty(),
                Optional.of(clock.instant().minus(LATELY)),
                Optional.empty());
        var undecided = new ArrayList<DeadOrderMessage>();
        var before = Long.MAX_VALUE;
        List<DeadTask> page;
        do {
            page = tasks.search(DeadTask.Status.DEAD, search, before, PAGE);
            undecided.addAll(undecided(page));
            before = page.isEmpty() ? before : page.get(page.size() - 1).id();
        } while (page.size() == PAGE);
        return undecided;
    }

    private List<DeadOrderMessage> undecided(List<DeadTask> page) {
        var dead = page.stream().flatMap(task -> read(task).stream()).toList();
        var known = orders.statuses(dead.stream().map(DeadOrderMessage::order).toList())
                .keySet();
        return dead.stream().filter(one -> !known.contains(one.order())).toList();
    }

    private Optional<DeadOrderMessage> read(DeadTask task) {
        return task.name().equals(PlaceOrderMessages.TASK)
                ? tasks.payload(task, PlaceOrder.class)
                        .flatMap(messages::reservation)
                        .map(reservation -> new DeadOrderMessage(task, reservation))
                : Optional.empty();
    }
}
