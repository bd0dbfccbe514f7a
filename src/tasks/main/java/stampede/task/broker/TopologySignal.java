package stampede.task.broker;

import com.rabbitmq.client.Return;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import stampede.task.spi.QueueNames;

/** Tells the {@link TopologyWatch} what publishers and consumers of this node miss at the broker. */
class TopologySignal {

    private static final int MOST_NAMES = 100;

    private final QueueNames names;
    private final Set<String> missed = ConcurrentHashMap.newKeySet();
    private final Semaphore news = new Semaphore(0);

    TopologySignal(QueueNames names) {
        this.names = names;
    }

    /** A message found no way into its queue: the queue is gone, or what leads into it. */
    void handleUnroutable(Return message) {
        var direct = message.getExchange().isEmpty() || message.getExchange().equals(names.exchange());
        miss(direct ? message.getRoutingKey() : message.getExchange());
    }

    /** @param name of a queue or an exchange, at the broker */
    void miss(String name) {
        if (missed.size() < MOST_NAMES && missed.add(name)) {
            news.release();
        }
    }

    /** What was missed since the last time. */
    Set<String> take() {
        var taken = new TreeSet<>(missed);
        missed.removeAll(taken);
        return taken;
    }

    /** Returns when something is missed, or after the time. */
    void await(Duration most) throws InterruptedException {
        if (news.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
            news.drainPermits();
        }
    }
}
