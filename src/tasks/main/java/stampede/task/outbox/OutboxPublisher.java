package stampede.task.outbox;

import java.util.concurrent.CompletableFuture;
import stampede.task.Delivery;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Publisher;

/** Publishes rows of the outbox, but for those that were called off meanwhile. */
class OutboxPublisher {

    private final Publisher publisher;
    private final DelayLanes delayLanes;
    private final ForeignCancellations foreignCancellations;

    OutboxPublisher(Publisher publisher, DelayLanes delayLanes, ForeignCancellations foreignCancellations) {
        this.publisher = publisher;
        this.delayLanes = delayLanes;
        this.foreignCancellations = foreignCancellations;
    }

    boolean isReady() {
        return publisher.isReady();
    }

    /** One that was called off counts as delivered: nothing is left to do for it. */
    CompletableFuture<Delivery> publish(OutboxRepository.Row row) {
        return foreignCancellations.isWithdrawn(row)
                ? CompletableFuture.completedFuture(Delivery.CONFIRMED)
                : publisher.publish(delayLanes.direct(row.queue()), row.envelope());
    }
}
