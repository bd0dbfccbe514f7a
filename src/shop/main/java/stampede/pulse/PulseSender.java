package stampede.pulse;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.support.StopPhase;

/**
 * Tells Redis each second what this node counted, in one trip however much that is, and that this node is there. While Redis is away it
 * keeps what it counted for some minutes, and then drops the oldest. If Redis forgot everything, it notes which minutes have gaps now.
 */
@Component
class PulseSender implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PulseSender.class);

    private static final int LINES_PER_TRIP = 5_000;
    private static final int MILLIS = 1_000;

    /** So long ago something happened to an offer of which minutes can be missing: what is older is in the database. */
    private static final long RECENT_S = 300;

    /** So many minutes, this one among them, may not be in the database yet. */
    private static final int UNKEPT_MINUTES = 3;

    private final Pulse pulse;
    private final PulseStore store;
    private final PulseProperties properties;
    private final Clock clock;
    private final Counter dropped;
    private final String node = UUID.randomUUID().toString().substring(0, 8);
    private final PulseBacklog backlog = new PulseBacklog();
    private final Map<Long, Long> recent = new HashMap<>();
    private @Nullable String epoch;
    private long turn;
    private long lastMillis;
    private volatile boolean running;

    PulseSender(Pulse pulse, PulseStore store, PulseProperties properties, Clock clock, MeterRegistry meters) {
        this.pulse = pulse;
        this.store = store;
        this.properties = properties;
        this.clock = clock;
        this.lastMillis = clock.millis();
        this.dropped = Counter.builder("stampede.pulse.dropped")
                .description("Figures of offers and seconds that were dropped because Redis was away too long")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${stampede.pulse.send-every:1s}")
    synchronized void turn() {
        var millis = clock.millis();
        gather((lastMillis + millis) / 2 / MILLIS);
        lastMillis = millis;
        try {
            send(millis / MILLIS);
        } catch (DataAccessException away) {
            log.debug("Figures wait for Redis: {}", away.getMessage());
        }
        drop(millis / MILLIS);
    }

    /** What was counted since the last turn counts as that of the second in the middle. */
    private void gather(long second) {
        turn++;
        backlog.add(pulse.take().stream()
                .map(taken -> PulseLine.of(taken.offer(), second, node, turn, taken.counts()))
                .peek(line -> recent.put(line.offer(), second))
                .toList());
        recent.values().removeIf(last -> last < second - RECENT_S);
    }

    private void send(long now) {
        do {
            var lines = backlog.first(LINES_PER_TRIP);
            var answer = store.write(node, now, lines);
            backlog.forget(lines);
            if (epoch != null && !epoch.equals(answer)) {
                noteGaps(now);
            }
            epoch = answer;
        } while (!backlog.isEmpty());
    }

    private void noteGaps(long now) {
        log.warn("Redis has forgotten what was counted; the figures of {} offers have a gap", recent.size());
        for (var offer : recent.keySet()) {
            for (int back = 0; back < UNKEPT_MINUTES; back++) {
                backlog.addGap(PulseLine.gap(offer, now - (long) back * PulseLine.MINUTE_S));
            }
        }
    }

    private void drop(long now) {
        var lines = backlog.drop(now - properties.keepWhileAway().toSeconds());
        if (lines > 0) {
            dropped.increment(lines);
        }
    }

    @Override
    public void start() {
        running = true;
    }

    /** When all that counts has stopped. */
    @Override
    public void stop() {
        running = false;
        turn();
        try {
            store.leave(node);
        } catch (DataAccessException away) {
            log.debug("The others will miss this node by themselves: {}", away.getMessage());
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopPhase.HISTORY.value();
    }
}
