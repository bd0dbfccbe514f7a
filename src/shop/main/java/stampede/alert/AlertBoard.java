package stampede.alert;

import com.google.common.base.Ascii;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * What fires now, in this node's memory: read every few seconds, so that a page asks nobody. While the database is away it is what was
 * last known, and what this node knows by itself.
 */
@Component
public class AlertBoard {

    private final AlertRepository rows;
    private final AlertSilenceRepository silences;
    private final ServerWatch servers;
    private final Clock clock;
    private volatile List<Alert> known = List.of();
    private volatile List<AlertSilence> hushed = List.of();

    AlertBoard(
            AlertRepository rows,
            AlertSilenceRepository silences,
            ServerWatch servers,
            Clock clock,
            MeterRegistry meters) {
        this.rows = rows;
        this.silences = silences;
        this.servers = servers;
        this.clock = clock;
        for (var rule : AlertRule.values()) {
            Gauge.builder("stampede.alerts", this, board -> board.count(rule))
                    .description("Alerts of the shop's own rules that fire")
                    .tag("rule", rule.id())
                    .tag("severity", Ascii.toLowerCase(rule.severity().name()))
                    .register(meters);
        }
    }

    /** Reads what fires. */
    @Scheduled(fixedDelayString = "${stampede.alert.show-every:3s}")
    public void refresh() {
        try {
            known = rows.firing();
            hushed = silences.active(clock.instant());
        } catch (DataAccessException | TransactionException away) {
            // What was known a moment ago is better than nothing, and that the database is away this node knows by
            // itself.
        }
    }

    /** What fires, urgent ones first, then the newest. */
    public List<Alert> firing() {
        var rows = known;
        var own = servers.firing().stream()
                .filter(mine -> rows.stream()
                        .noneMatch(row ->
                                row.rule() == mine.rule() && row.subject().equals(mine.subject())));
        return Stream.concat(own, rows.stream())
                .sorted((one, other) -> Boolean.compare(other.isUrgent(), one.isUrgent()))
                .toList();
    }

    /** How many fire. */
    public int count() {
        return firing().size();
    }

    private long count(AlertRule rule) {
        return firing().stream().filter(alert -> alert.rule() == rule).count();
    }

    /** Whether one of them is urgent. */
    public boolean isUrgent() {
        return firing().stream().anyMatch(Alert::isUrgent);
    }

    /** Whether a silence keeps people from being told of it. */
    public boolean isHushed(Alert alert) {
        var now = clock.instant();
        return hushed.stream()
                .anyMatch(silence -> silence.isActive(now) && silence.which().covers(alert));
    }
}
