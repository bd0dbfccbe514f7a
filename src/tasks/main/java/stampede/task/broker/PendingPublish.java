package stampede.task.broker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import stampede.task.Delivery;
import stampede.task.message.Envelope;

/** A message that was handed to the publisher and has no answer yet. */
final class PendingPublish {

    private final Route route;
    private final Envelope envelope;
    private final long takenNanos = System.nanoTime();
    private final Duration patience;
    private final CompletableFuture<Delivery> answer = new CompletableFuture<>();
    private volatile boolean returned;

    /** Waits for an answer so long, from now on. */
    PendingPublish(Route route, Envelope envelope, Duration patience) {
        this.route = route;
        this.envelope = envelope;
        this.patience = patience;
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

    /** When it was handed over, as of {@link System#nanoTime}. */
    long takenNanos() {
        return takenNanos;
    }

    boolean isOverdue() {
        return System.nanoTime() - takenNanos > patience.toNanos();
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
