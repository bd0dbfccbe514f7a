package stampede.warmup;

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
     * Publishes some tasks that do nothing, as the orders of so many purchases travel when they come alone, and waits for the broker.
     *
     * @return whether it has all of them
     */
    boolean publish(OfferId offer, AccountId shopper) {
        return IntStream.range(0, TOGETHER)
                .mapToObj(number ->
                        new Reservation(new ReservationId(last.incrementAndGet()), offer, shopper, 1, clock.instant()))
                .map(reservation -> tasks.publish(new WarmUpMessage(messages.of(reservation, DETAIL))))
                .toList()
                .stream()
                .allMatch(delivery -> delivery.join() == Delivery.CONFIRMED);
    }
}
