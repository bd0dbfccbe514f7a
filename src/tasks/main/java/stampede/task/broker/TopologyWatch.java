package stampede.task.broker;

import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.BackgroundThread;
import stampede.support.WrongSetup;

/**
 * Puts back what somebody deletes at the broker while the engine runs: every few seconds, and at once when a consumer or a publisher
 * misses something. Everything is declared each time, because a binding that is gone is seen by nobody. On a thread of
 * its own, which waits for the signal.
 */
public class TopologyWatch implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(TopologyWatch.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(3);

    /** Until what was put back is seen to be there. */
    private static final Duration UNTIL_SEEN = Duration.ofSeconds(1);

    /** However much is missed, the broker is not asked more often. */
    private static final Duration AT_LEAST = Duration.ofMillis(500);

    private final BrokerLink link;
    private final Topology topology;
    private final TopologySignal signal;
    private final Set<String> told = new TreeSet<>();
    private volatile Set<String> missing = Set.of();
    private volatile Optional<String> wrong = Optional.empty();
    private final BackgroundThread thread = new BackgroundThread("task-topology", AT_LEAST, this::turn);

    TopologyWatch(BrokerLink link, Topology topology, TopologySignal signal) {
        this.link = link;
        this.topology = topology;
        this.signal = signal;
    }

    /** Queues and exchanges that were not there, or not reached, when last looked; they are there again when this is empty. */
    public Set<String> missing() {
        return missing;
    }

    /** What the broker has that is not as it must be, in a sentence. */
    public Optional<String> wrong() {
        return wrong;
    }

    /** Whether the broker has no queue of this name, and will not have: one that is declared here comes back if somebody deletes it. */
    public boolean lacks(String queue) {
        try {
            var connection = link.connection();
            return !topology.has(queue) && connection.isPresent() && !Topology.exists(connection.get(), queue);
        } catch (IOException | ShutdownSignalException away) {
            log.debug("RabbitMQ cannot be asked for {}", queue, away);
            return false;
        }
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void turn() throws InterruptedException {
        signal.await(missing.isEmpty() ? BETWEEN_LOOKS : UNTIL_SEEN);
        var connection = link.connection();
        if (connection.isPresent()) {
            look(connection.get());
        }
    }

    private void look(Connection connection) {
        try {
            var found = new TreeSet<>(signal.take());
            found.removeIf(name -> !topology.has(name));
            found.addAll(topology.missingOn(connection));
            show(found);
            topology.declareOn(connection);
            wrong = Optional.empty();
        } catch (WrongSetup other) {
            complain(other);
        } catch (ChannelContinuationTimeoutException silent) {
            log.debug("RabbitMQ does not answer", silent);
            link.giveUp();
        } catch (IOException | ShutdownSignalException broken) {
            log.debug("RabbitMQ cannot be asked what it has", broken);
        }
    }

    /** Each is told once until all are there, as something may go and come. */
    private void show(Set<String> found) {
        var news = new TreeSet<>(found);
        news.removeAll(told);
        if (!news.isEmpty()) {
            log.warn("RabbitMQ has lost {}, or the way there; it is declared again", news);
        } else if (found.isEmpty() && !told.isEmpty()) {
            log.info("RabbitMQ has everything again");
            told.clear();
        }
        told.addAll(found);
        missing = Set.copyOf(found);
    }

    private void complain(WrongSetup other) {
        var told = other.getMessage() + " " + other.remedy();
        if (!wrong.equals(Optional.of(told))) {
            log.warn("{}", told);
        }
        wrong = Optional.of(told);
    }
}
