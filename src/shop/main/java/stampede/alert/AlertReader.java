package stampede.alert;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all sources beside each other and waits for none for long. One that has not answered by the next turn is not asked again. */
class AlertReader {

    private static final Logger log = LoggerFactory.getLogger(AlertReader.class);

    private static final Duration LONGEST = Duration.ofSeconds(2);

    /** No rule has more alerts than that. */
    private static final int MOST = 200;

    private final List<AlertSource> sources;
    private final Executor threads;
    private final Map<AlertRule, CompletableFuture<Optional<List<AlertFinding>>>> asked = new ConcurrentHashMap<>();

    AlertReader(List<AlertSource> sources, Executor threads) {
        this.sources = List.copyOf(sources);
        this.threads = threads;
    }

    /** What each rule finds bad now; empty if that is not known. */
    Map<AlertRule, Optional<List<AlertFinding>>> read() {
        var late = sources.stream()
                .map(AlertSource::rule)
                .filter(rule -> asked.containsKey(rule) && !asked.get(rule).isDone())
                .toList();
        sources.stream()
                .filter(source -> !late.contains(source.rule()))
                .forEach(source -> asked.put(
                        source.rule(),
                        CompletableFuture.supplyAsync(() -> source.read().get(), threads)));
        var readings = new EnumMap<AlertRule, Optional<List<AlertFinding>>>(AlertRule.class);
        var until = System.nanoTime() + LONGEST.toNanos();
        asked.forEach((rule, answer) -> readings.put(
                rule, late.contains(rule) ? Optional.empty() : await(rule, answer, until - System.nanoTime())));
        return readings;
    }

    private static Optional<List<AlertFinding>> await(
            AlertRule rule, CompletableFuture<Optional<List<AlertFinding>>> answer, long nanos) {
        return answer.copy()
                .exceptionally(failed -> {
                    log.debug("Rule {} could not be judged", rule.id(), failed);
                    return Optional.empty();
                })
                .completeOnTimeout(Optional.empty(), Math.max(1, nanos), TimeUnit.NANOSECONDS)
                .join()
                .map(findings -> findings.size() > MOST ? findings.subList(0, MOST) : findings);
    }
}
