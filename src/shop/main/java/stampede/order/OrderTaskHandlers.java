package stampede.order;

import java.util.List;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Remember;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;
import stampede.task.Upcast;
import tools.jackson.databind.node.ObjectNode;

/** What happens to orders in the background: they are placed, and closed when nobody pays. */
@TaskHandlers
class OrderTaskHandlers {

    private final PlaceOrderConsumer placement;
    private final OrderCloser orderCloser;
    private final AddressRetention addresses;

    OrderTaskHandlers(PlaceOrderConsumer placement, OrderCloser orderCloser, AddressRetention addresses) {
        this.placement = placement;
        this.orderCloser = orderCloser;
        this.addresses = addresses;
    }

    @BatchTask(
            name = PlaceOrderMessages.TASK,
            queue = "orders",
            maxSize = 400,
            linger = "20ms",
            remember = Remember.FAILURES,
            version = 3)
    @Retry(
            delays = {"10s", "30s", "60s"},
            jitter = 0.2)
    Outcomes place(List<Job<PlaceOrder>> batch) {
        return placement.place(batch);
    }

    /** The token of version 1 did not cover the address; {@link PurchaseTokens} still takes it. Workers of then leave the new ones alone. */
    @Upcast(task = PlaceOrderMessages.TASK, from = 1)
    ObjectNode withItsOldToken(ObjectNode message) {
        return message;
    }

    /** Version 2 knew no tickets of waiting rooms, which the token covers. Workers of then leave the new ones alone. */
    @Upcast(task = PlaceOrderMessages.TASK, from = 2)
    ObjectNode withoutTicket(ObjectNode message) {
        return message;
    }

    /** Once a night, when nobody waits for the rows. */
    @Beat(name = "order.erase-addresses", cron = "0 20 4 * * *", zone = "${stampede.catalog.zone:Asia/Shanghai}")
    void eraseAddresses(Tick tick) {
        addresses.erase();
    }

    /** One that comes early, because clocks differ, does nothing; the poller will find the order. */
    @Task(name = "order.close-unpaid", queue = "orders.timeout", timeLimit = "60s", remember = Remember.FAILURES)
    void closeUnpaid(CloseUnpaidOrders task) {
        orderCloser.closeOverdue(task.orderIds().stream().map(OrderId::of).toList());
    }
}
