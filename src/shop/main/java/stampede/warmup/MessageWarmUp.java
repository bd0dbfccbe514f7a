package stampede.warmup;

import static java.util.stream.Collectors.toMap;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.order.OrderDetail;
import stampede.order.PlaceOrderMessages;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.Tasks;

/** Signs and publishes as an accepted purchase does. */
@Component
@OnRole(NodeRole.WEB)
class MessageWarmUp {

    private static final int TOGETHER = 10;
    private static final OrderDetail DETAIL = new OrderDetail(1_990, "1 Long Street");

    private final PlaceOrderMessages messages;
    private final Tasks tasks;
    private final Clock clock;
    private final AtomicLong last = new AtomicLong();

    MessageWarmUp(PlaceOrderMessages messages, Tasks tasks, Clock clock) {
        this.messages = messages;
        this.tasks = tasks;
        this.clock = clock;
    }

    /**
     * Publishes so many tasks that do nothing as the orders of some purchases travel, in one message, and waits for the broker.
     *
     * @return whether it has them
     */
    boolean publish(OfferId offer, AccountId shopper) {
        var payloads = IntStream.range(0, TOGETHER)
                .mapToObj(number ->
                        new Reservation(new ReservationId(last.incrementAndGet()), offer, shopper, 1, clock.instant()))
                .collect(toMap(
                        unused -> TaskId.random(), reservation -> new WarmUpMessage(messages.of(reservation, DETAIL))));
        return tasks.publishTogether(payloads).join() == Delivery.CONFIRMED;
    }
}
