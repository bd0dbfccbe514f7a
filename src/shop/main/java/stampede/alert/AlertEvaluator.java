package stampede.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.channel.Channels;

/**
 * Judges the rules, on one node at a time, and tells people. What was found and who is to be told is written in one transaction, in which
 * the node makes sure that it is still the one; only then people are told. Whoever dies in between is followed by one that tells it again,
 * under the same id.
 */
class AlertEvaluator {

    private static final Logger log = LoggerFactory.getLogger(AlertEvaluator.class);

    private final Tenure tenure;
    private final AlertReader reader;
    private final Tables tables;
    private final Telling telling;
    private final AlertDurationProperties durations;
    private final TransactionTemplate transaction;
    private final Supplier<List<Alert>> remembered;
    private Instant watchedSince = Instant.EPOCH;
    private Instant lastTurn = Instant.EPOCH;

    AlertEvaluator(
            Tenure tenure,
            AlertReader reader,
            Tables tables,
            Telling telling,
            AlertDurationProperties durations,
            TransactionTemplate transaction,
            Supplier<List<Alert>> remembered) {
        this.tenure = tenure;
        this.reader = reader;
        this.tables = tables;
        this.telling = telling;
        this.durations = durations;
        this.transaction = transaction;
        this.remembered = remembered;
    }

    /**
     * Does a turn, if it is this node's.
     *
     * @return whether it was
     */
    synchronized boolean evaluate(Instant now) {
        var fence = tables.leases().take(tenure.lease(), tenure.node(), now, tenure.patience());
        if (fence.isEmpty()) {
            return false;
        }
        var readings = reader.read();
        watchedSince = now.isAfter(lastTurn.plus(AlertLeaseRepository.HELD)) ? now : watchedSince;
        var tellings = transaction.execute(status ->
                tables.leases().isHeld(tenure.lease(), fence.get()) ? write(readings, now) : List.<AlertTelling>of());
        lastTurn = now;
        tellings.forEach(one -> tell(one, now));
        return true;
    }

    /** Lets another node have the next turn. */
    void stop() {
        tables.leases().giveUp(tenure.lease(), tenure.node());
    }

    private List<AlertTelling> write(Map<AlertRule, Optional<List<AlertFinding>>> readings, Instant now) {
        var resolved = new ArrayList<Alert>();
        var open = tables.alerts().open();
        readings.forEach((rule, reading) -> resolved.addAll(write(rule, reading, of(rule, open), now)));
        var over = resolved.stream().map(Alert::id).toList();
        var half = tables.alerts().halfTold().stream()
                .filter(alert -> !over.contains(alert.id()))
                .toList();
        return Stream.concat(half.stream().flatMap(alert -> AlertTelling.again(alert).stream()), begin(resolved, now))
                .toList();
    }

    /** Those that were resolved, and those that fire, if they are to be told now. */
    private Stream<AlertTelling> begin(List<Alert> resolved, Instant now) {
        var firing = tables.alerts().firing();
        var explained =
                Stream.concat(firing.stream(), remembered.get().stream()).toList();
        var silences = tables.silences().active(now);
        var due = Stream.concat(
                        resolved.stream(),
                        firing.stream().filter(alert -> !alert.told().isHalf()))
                .filter(alert -> !AlertTelling.isHushed(alert, explained, silences, now))
                .flatMap(alert -> AlertTelling.due(alert, telling.properties(), now).stream())
                .toList();
        due.forEach(one -> tables.alerts().beginTelling(one.alert().id(), one.number(), one.what()));
        return due.stream();
    }

    /** Answers those that are resolved now. */
    private List<Alert> write(
            AlertRule rule, Optional<List<AlertFinding>> reading, Map<String, Alert> open, Instant now) {
        if (reading.isEmpty()) {
            open.values().forEach(alert -> save(alert, alert.course().unknown(now), alert.value(), now));
            return List.of();
        }
        var lasts = durations.of(rule);
        var found =
                reading.get().stream().collect(Collectors.toMap(AlertFinding::subject, AlertFinding::value, Math::max));
        found.forEach((subject, value) -> {
            var alert = open.get(subject);
            if (alert == null) {
                tables.alerts().insert(rule, subject, AlertCourse.begin(now, lasts), value, now);
            } else {
                save(alert, alert.course().bad(now, lasts), value, now);
            }
        });
        return open.values().stream()
                .filter(alert -> !found.containsKey(alert.subject()))
                .flatMap(alert -> good(alert, now).stream())
                .toList();
    }

    private Optional<Alert> good(Alert alert, Instant now) {
        var next = alert.course()
                .watched(watchedSince)
                .good(now, telling.properties().resolveAfter());
        if (next.isEmpty()) {
            tables.alerts().delete(alert.id());
            return Optional.empty();
        }
        return next.filter(course -> course.state() == AlertState.RESOLVED)
                .map(course -> save(alert, course, alert.value(), now));
    }

    private Alert save(Alert alert, AlertCourse next, double value, Instant now) {
        var after = alert.with(next, value, now);
        tables.alerts().save(after);
        return after;
    }

    private void tell(AlertTelling one, Instant now) {
        try {
            telling.channels().tell(telling.words().message(one, now));
            tables.alerts().endTelling(one.alert().id(), one.number(), now);
        } catch (RuntimeException failure) {
            log.warn("{} was not told, and will be in the next turn: {}", one.id(), failure.toString());
        }
    }

    private static Map<String, Alert> of(AlertRule rule, List<Alert> open) {
        return open.stream()
                .filter(alert -> alert.rule() == rule)
                .collect(Collectors.toMap(Alert::subject, Function.identity()));
    }

    /**
     * Whose turn it is.
     *
     * @param lease the name of the lease
     * @param node who asks for it
     * @param patience how long after its end it is left to others
     */
    record Tenure(String lease, String node, Duration patience) {}

    /** When people are told, in which words, and how. */
    record Telling(AlertProperties properties, AlertWords words, Channels channels) {}

    /** Where everything is kept. */
    record Tables(AlertLeaseRepository leases, AlertRepository alerts, AlertSilenceRepository silences) {}
}
