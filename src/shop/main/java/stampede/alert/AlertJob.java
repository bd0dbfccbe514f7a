package stampede.alert;

import java.time.Clock;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Judges the rules every few seconds, as whichever node's turn it is, and on each node whether the servers answer it. Nodes without
 * workers judge rules only if no worker does: somebody has to say that there is none.
 */
@Component
class AlertJob implements SmartLifecycle {

    private static final int TURNS_BETWEEN_CLEANINGS = 120;
    private static final int MOST_CLEANED = 2_000;

    private final AlertEvaluator evaluator;
    private final ServerWatch servers;
    private final AlertRepository rows;
    private final AlertSilenceRepository silences;
    private final AlertProperties properties;
    private final Clock clock;
    private int turns;
    private volatile boolean running;

    AlertJob(
            AlertEvaluator evaluator,
            ServerWatch servers,
            AlertRepository rows,
            AlertSilenceRepository silences,
            AlertProperties properties,
            Clock clock) {
        this.evaluator = evaluator;
        this.servers = servers;
        this.rows = rows;
        this.silences = silences;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${stampede.alert.every:5s}")
    void evaluate() {
        if (running
                && properties.enabled()
                && evaluator.evaluate(clock.instant())
                && ++turns % TURNS_BETWEEN_CLEANINGS == 0) {
            clean();
        }
    }

    @Scheduled(fixedDelayString = "${stampede.alert.every:5s}")
    void watchServers() {
        if (running && properties.enabled()) {
            servers.watch(clock.instant());
        }
    }

    /** Deletes what is older than anybody wants to know. */
    void clean() {
        var before = clock.instant().minus(properties.kept());
        rows.deleteResolved(before, MOST_CLEANED);
        silences.deleteEnded(before, MOST_CLEANED);
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        try {
            evaluator.stop();
        } catch (DataAccessException away) {
            // Another node follows when the lease ends.
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
