package stampede.alert.source;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.alert.AlertProperties;
import stampede.task.spi.ThisNode;

/**
 * Adds what this node's meters counted since the last time to the table of all nodes. What could not be added, because the database is
 * away, is added the next time.
 */
@Component
class AlertCountJob {

    private static final Duration KEPT = Duration.ofHours(2);
    private static final int TURNS_BETWEEN_CLEANINGS = 60;
    private static final double MILLIS = 1_000;

    private final MeterRegistry meters;
    private final AlertCountRepository counts;
    private final AlertProperties properties;
    private final String node;
    private final Clock clock;
    private ClusterCounts before = ClusterCounts.NONE;
    private int turns;

    AlertCountJob(
            MeterRegistry meters, AlertCountRepository counts, AlertProperties properties, ThisNode node, Clock clock) {
        this.meters = meters;
        this.counts = counts;
        this.properties = properties;
        this.node = node.name();
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${stampede.alert.every:5s}")
    void turn() {
        if (properties.enabled()) {
            add(clock.instant());
        }
    }

    void add(Instant now) {
        var present = counted();
        counts.add(node, now, present.minus(before), clockMillis());
        before = present;
        if (turns++ % TURNS_BETWEEN_CLEANINGS == 0) {
            counts.deleteBefore(now.minus(KEPT));
        }
    }

    private ClusterCounts counted() {
        var commits = meters.find("stampede.purchase.commits").timers();
        return new ClusterCounts(
                meters.find("stampede.tasks").tag("outcome", "done").timers().stream()
                        .mapToLong(Timer::count)
                        .sum(),
                sum(meters.find("stampede.task.deaths").counters().stream()),
                ends("placed"),
                ends("rejected"),
                ends("abandoned"),
                commits.stream().mapToLong(Timer::count).sum(),
                commits.stream()
                        .mapToDouble(timer -> timer.totalTime(TimeUnit.MILLISECONDS))
                        .sum());
    }

    private long ends(String end) {
        return sum(meters.find("stampede.purchase.ends").tag("end", end).counters().stream());
    }

    private static long sum(Stream<Counter> counters) {
        return Math.round(counters.mapToDouble(Counter::count).sum());
    }

    /** By whatever this node tells of the clocks around it, in seconds. */
    private double clockMillis() {
        return Stream.of("stampede.clock.wall.ahead", "stampede.clock.redis.ahead", "stampede.clock.offset")
                        .flatMap(name -> meters.find(name).gauges().stream())
                        .mapToDouble(Gauge::value)
                        .filter(Double::isFinite)
                        .map(Math::abs)
                        .max()
                        .orElse(0)
                * MILLIS;
    }
}
