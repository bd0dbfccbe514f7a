package stampede.rehearsal;

import java.io.File;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import stampede.alert.AlertThresholdProperties;
import stampede.alert.NodeClockRepository;
import stampede.counter.CounterInspection;
import stampede.counter.CounterServer;
import stampede.task.admin.TaskNodes;

/** The points of the readiness list about servers and machines. */
@Component
class ServerReadiness {

    private static final Duration CLOCK_SEEN = Duration.ofSeconds(30);
    private static final long GIGABYTE = 1L << 30;

    /** So much is enough on any disk; on a small one a tenth of it. */
    private static final long ENOUGH = 10 * GIGABYTE;

    private final CounterInspection counter;
    private final DatabaseFlushRepository database;
    private final NodeClockRepository clocks;
    private final AlertThresholdProperties thresholds;
    private final TaskNodes nodes;
    private final Clock clock;

    ServerReadiness(
            CounterInspection counter,
            DatabaseFlushRepository database,
            NodeClockRepository clocks,
            AlertThresholdProperties thresholds,
            TaskNodes nodes,
            Clock clock) {
        this.counter = counter;
        this.database = database;
        this.clocks = clocks;
        this.thresholds = thresholds;
        this.nodes = nodes;
        this.clock = clock;
    }

    Map<ReadinessPoint, Supplier<ReadinessFinding>> questions() {
        return Map.of(
                ReadinessPoint.REDIS_EVICTION,
                () -> eviction(counter.servers()),
                ReadinessPoint.REDIS_PERSISTENCE,
                () -> persistence(counter.servers()),
                ReadinessPoint.DATABASE_FLUSH,
                () -> flush(database.atEachCommit()),
                ReadinessPoint.CLOCKS,
                () -> clocks(ahead(), thresholds.clock()),
                ReadinessPoint.DISK,
                () -> disk(new File("").getAbsoluteFile()));
    }

    static ReadinessFinding eviction(List<CounterServer> servers) {
        return ReadinessFinding.of(
                ReadinessPoint.REDIS_EVICTION,
                servers.stream().allMatch(server -> server.evictionPolicy().equals("noeviction")),
                servers.stream()
                        .map(server -> "maxmemory-policy=" + server.evictionPolicy())
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }

    static ReadinessFinding persistence(List<CounterServer> servers) {
        return ReadinessFinding.of(
                ReadinessPoint.REDIS_PERSISTENCE,
                servers.stream().allMatch(server -> server.appendOnly() && server.appends()),
                servers.stream()
                        .map(server -> "appendonly=" + (server.appendOnly() ? "yes" : "no")
                                + (server.appends() ? "" : " (aof_last_write_status=err)"))
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }

    static ReadinessFinding flush(String atEachCommit) {
        return ReadinessFinding.of(
                ReadinessPoint.DATABASE_FLUSH,
                atEachCommit.equals("1"),
                "innodb_flush_log_at_trx_commit=" + atEachCommit);
    }

    /** What each node told lately, in milliseconds; of this one what is so now, as nobody tells where alerts are switched off. */
    private Map<String, Double> ahead() {
        var ahead = new HashMap<>(clocks.since(clock.instant().minus(CLOCK_SEEN)));
        var own = Math.abs(Duration.between(clock.instant(), Instant.now()).toMillis());
        ahead.merge(nodes.own(), (double) own, Math::max);
        return ahead;
    }

    static ReadinessFinding clocks(Map<String, Double> millis, Duration most) {
        var furthest =
                millis.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return ReadinessFinding.of(
                ReadinessPoint.CLOCKS,
                furthest.getValue() <= most.toMillis(),
                "most=" + Math.round(furthest.getValue()) + " ms (" + furthest.getKey() + ")");
    }

    private static ReadinessFinding disk(File place) {
        return disk(place.getUsableSpace(), place.getTotalSpace());
    }

    static ReadinessFinding disk(long freeBytes, long allBytes) {
        return ReadinessFinding.of(
                ReadinessPoint.DISK,
                freeBytes >= Math.min(ENOUGH, allBytes / 10),
                "free=" + freeBytes / GIGABYTE + " GB, disk=" + allBytes / GIGABYTE + " GB");
    }
}
