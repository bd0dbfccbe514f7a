package stampede.channel;

import com.google.common.base.Ascii;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Writes down what became of messages, beside the telling: while the database is away rows wait in memory, and telling does not. */
@Component
class DeliveryRecorder {

    private static final Logger log = LoggerFactory.getLogger(DeliveryRecorder.class);

    private static final int MOST_UNWRITTEN = 2_000;

    private final ChannelDeliveryRepository rows;
    private final ConcurrentLinkedQueue<ChannelDelivery> unwritten = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final MeterRegistry meters;
    private final Counter dropped;
    private volatile boolean isAway;

    DeliveryRecorder(ChannelDeliveryRepository rows, MeterRegistry meters) {
        this.rows = rows;
        this.meters = meters;
        for (var kind : ChannelKind.values()) {
            for (var state : DeliveryState.values()) {
                counter(kind, state);
            }
        }
        this.dropped = Counter.builder("stampede.channel.dropped")
                .description("Rows of deliveries that were not written down, because the database was away for long")
                .register(meters);
    }

    /** There from the start, so that the first of a kind is seen as a rise. */
    private Counter counter(ChannelKind kind, DeliveryState state) {
        return Counter.builder("stampede.alert.deliveries")
                .description("Tries to tell people, by channel and what became of them")
                .tag("channel", Ascii.toLowerCase(kind.name()))
                .tag("outcome", Ascii.toLowerCase(state.name()))
                .register(meters);
    }

    /** Counts it at once, and writes it down as soon as the database takes it. */
    void record(ChannelKind kind, ChannelDelivery delivery) {
        counter(kind, delivery.state()).increment();
        if (waiting.incrementAndGet() > MOST_UNWRITTEN) {
            waiting.decrementAndGet();
            dropped.increment();
            return;
        }
        unwritten.add(delivery);
    }

    /** Whether the database did not take the last row. */
    boolean isAway() {
        return isAway;
    }

    @Scheduled(fixedDelayString = "${stampede.channel.tick-every:1s}")
    synchronized void write() {
        try {
            for (var next = unwritten.peek(); next != null; next = unwritten.peek()) {
                write(next);
                unwritten.poll();
                waiting.decrementAndGet();
            }
            isAway = false;
        } catch (DataAccessResourceFailureException
                | TransientDataAccessException
                | RecoverableDataAccessException
                | TransactionException away) {
            isAway = true;
        }
    }

    /** What the database will never take holds up nothing behind it. */
    private void write(ChannelDelivery delivery) {
        try {
            rows.write(delivery);
        } catch (NonTransientDataAccessException refused) {
            if (refused instanceof DataAccessResourceFailureException away) {
                throw away;
            }
            dropped.increment();
            log.warn("What became of {} is not written down: {}", delivery.messageId(), refused.getMessage());
        }
    }
}
