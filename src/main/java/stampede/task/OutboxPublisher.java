package stampede.task;

import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/** Publishes rows of the outbox, but for those that were called off meanwhile. */
@Component
class OutboxPublisher {

    private final Publisher publisher;
    private final Lanes lanes;
    private final Withdrawals withdrawals;

    OutboxPublisher(Publisher publisher, Lanes lanes, Withdrawals withdrawals) {
        this.publisher = publisher;
        this.lanes = lanes;
        this.withdrawals = withdrawals;
    }

    boolean isReady() {
        return publisher.isReady();
    }

    /** One that was called off counts as delivered: nothing is left to do for it. */
    CompletableFuture<Delivery> publish(Outbox.Row row) {
        return withdrawals.isWithdrawn(row)
                ? CompletableFuture.completedFuture(Delivery.CONFIRMED)
                : publisher.publish(lanes.direct(row.queue()), row.envelope());
    }
}
