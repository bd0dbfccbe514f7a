package stampede.task.broker;

import java.util.concurrent.CompletableFuture;
import stampede.task.Delivery;
import stampede.task.message.Envelope;

/** A message that was handed to the publisher and has no answer yet. */
final class PendingPublish {

    private final Route route;
    private final Envelope envelope;
    private final long deadlineNanos;
    private final CompletableFuture<Delivery> answer = new CompletableFuture<>();
    private volatile boolean returned;

    PendingPublish(Route route, Envelope envelope, long deadlineNanos) {
        this.route = route;
        this.envelope = envelope;
        this.deadlineNanos = deadlineNanos;
    }

    Route route() {
        return route;
    }

    Envelope envelope() {
        return envelope;
    }

    CompletableFuture<Delivery> answer() {
        return answer;
    }

    boolean isOverdue() {
        return System.nanoTime() - deadlineNanos > 0;
    }

    /** No queue took it; the broker's confirmation, which follows, then means nothing. */
    void markReturned() {
        returned = true;
    }

    void confirm() {
        answer.complete(returned ? Delivery.REFUSED : Delivery.CONFIRMED);
    }

    void refuse() {
        answer.complete(Delivery.REFUSED);
    }

    void lose() {
        answer.complete(Delivery.UNKNOWN);
    }
}
