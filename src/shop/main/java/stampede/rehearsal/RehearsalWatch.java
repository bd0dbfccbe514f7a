package stampede.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.alert.Alert;
import stampede.alert.AlertBoard;
import stampede.catalog.OfferId;
import stampede.pulse.PulseBuckets;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseEvent;
import stampede.pulse.PulseReader;
import stampede.support.BackgroundThread;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;

/** Looks once a second whether people suffer by a rehearsal, or it has to end for another reason; the first reason stays. */
final class RehearsalWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RehearsalWatch.class);

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int MOST_ORDERS_WAIT = 5_000;
    private static final double SLOW_MILLIS = 50;

    /** A p99 of fewer is the time of one press. */
    private static final long FEWEST_PRESSES = 20;

    private final Sources sources;
    private final long rehearsal;
    private final Instant deadline;
    private final LongSupplier failedLooks;
    private final Set<OfferId> salesBefore;
    private final Set<String> alertsBefore;
    private final BackgroundThread thread = new BackgroundThread("rehearsal-watch", EVERY, this::turn);
    private volatile Optional<StopReason> stop = Optional.empty();
    private volatile boolean closed;

    /**
     * @param deadline when it has to be over
     * @param failedLooks how many looks at a page that everybody can see were answered by errors
     */
    RehearsalWatch(Sources sources, Rehearsal rehearsal, Instant deadline, LongSupplier failedLooks) {
        this.sources = sources;
        this.rehearsal = rehearsal.id();
        this.deadline = deadline;
        this.failedLooks = failedLooks;
        this.salesBefore = rehearsal.plan().beside()
                ? sources.sales.near(sources.clock.instant(), RealSales.BEFORE_START)
                : Set.of();
        this.alertsBefore = urgent();
    }

    void start() {
        thread.start();
    }

    /** Why it has to stop; empty as long as it need not. */
    Optional<StopReason> stop() {
        return stop;
    }

    boolean isStopped() {
        return stop.isPresent();
    }

    @Override
    public void close() {
        closed = true;
        thread.stop();
    }

    /** Looks now; nothing more once there is a reason. */
    void turn() {
        if (stop.isEmpty()) {
            try {
                stop = look();
            } catch (RuntimeException fault) {
                tell(fault);
            }
        }
    }

    /** Whoever cannot see whether people suffer must not go on; but a look that was interrupted by the end is none. */
    private void tell(RuntimeException fault) {
        if (!closed) {
            log.warn("A rehearsal stops, because nobody can tell what it does to the shop", fault);
            stop = Optional.of(StopReason.FAULT);
        }
    }

    private Optional<StopReason> look() {
        var now = sources.clock.instant();
        if (sources.rows
                .find(rehearsal)
                .filter(row -> row.times().stopAsked().isEmpty() && !row.isOver())
                .isEmpty()) {
            return Optional.of(StopReason.ASKED);
        }
        if (now.isAfter(deadline)) {
            return Optional.of(StopReason.TIME);
        }
        var opening = new HashSet<>(sources.sales.near(now, RealSales.BEFORE_OPENING));
        opening.removeAll(salesBefore);
        if (!opening.isEmpty()) {
            return Optional.of(StopReason.SALE_OPENS);
        }
        if (!alertsBefore.containsAll(urgent())) {
            return Optional.of(StopReason.ALERT);
        }
        if (sources.queues.find(TaskReadiness.ORDERS).flatMap(TaskQueue::ready).orElse(0L) > MOST_ORDERS_WAIT) {
            return Optional.of(StopReason.ORDERS_WAIT);
        }
        if (failedLooks.getAsLong() > 0) {
            return Optional.of(StopReason.REAL_FAILED);
        }
        return lookAtShoppers(now);
    }

    /** The second that is under way and the one before, of all that sells; bots are counted under numbers of their own. */
    private Optional<StopReason> lookAtShoppers(Instant now) {
        var selling = sources.sales.near(now, Duration.ZERO);
        if (selling.isEmpty()) {
            return Optional.empty();
        }
        var sum = new PulseCounts();
        for (var second = now.getEpochSecond() - 1; second <= now.getEpochSecond(); second++) {
            sources.pulse.second(selling, second).values().forEach(moment -> sum.addAll(moment.counts()));
        }
        if (sum.of(PulseEvent.BUSY) + sum.of(PulseEvent.OUTCOME_UNKNOWN) > 0) {
            return Optional.of(StopReason.REAL_BUSY);
        }
        var presses = Arrays.stream(sum.decide()).sum();
        return presses >= FEWEST_PRESSES
                        && PulseBuckets.percentile(sum.decide(), 0.99).orElse(0) > SLOW_MILLIS
                ? Optional.of(StopReason.REAL_SLOW)
                : Optional.empty();
    }

    private Set<String> urgent() {
        return sources.alerts.firing().stream()
                .filter(Alert::isUrgent)
                .map(alert -> alert.rule() + " " + alert.subject())
                .collect(Collectors.toSet());
    }

    /**
     * What is asked.
     *
     * @param rows whether somebody wants it to stop
     * @param sales what sells and opens
     * @param alerts what is wrong
     * @param queues what waits
     * @param pulse what shoppers are told
     */
    record Sources(
            RehearsalRepository rows,
            RealSales sales,
            AlertBoard alerts,
            TaskQueues queues,
            PulseReader pulse,
            Clock clock) {}
}
