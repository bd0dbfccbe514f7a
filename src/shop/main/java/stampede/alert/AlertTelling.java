package stampede.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * That people are told of an alert. Its number is written down before anybody is told, and its id is the same if it has to be told again
 * because nobody knows whether it was: receivers can leave the second out.
 *
 * @param alert of what
 * @param number counts from 1
 * @param what that it fires, or is resolved
 */
record AlertTelling(Alert alert, int number, AlertState what) {

    /** What a database that is away makes fire as well. */
    private static final Set<AlertRule> FOLLOWS_FROM_DATABASE = Set.of(
            AlertRule.BOOKS, AlertRule.STUCK, AlertRule.COMMIT_DELAY, AlertRule.PURCHASE_SUCCESS, AlertRule.NODE_GONE);

    /** The subject of a database that is away. */
    static final String DATABASE = "mysql";

    String id() {
        return "alert-" + alert.id() + "-" + number;
    }

    /** What nobody knows of whether it was told. */
    static Optional<AlertTelling> again(Alert alert) {
        return alert.told()
                .begun()
                .map(what -> new AlertTelling(alert, alert.told().times(), what));
    }

    /** What people are to be told of an alert now, if anything. */
    static Optional<AlertTelling> due(Alert alert, AlertProperties properties, Instant now) {
        var due = switch (alert.state()) {
            case PENDING -> false;
            case FIRING -> isFirstDue(alert, properties, now) || isRepeatDue(alert, properties, now);
            case RESOLVED -> alert.told().times() > 0;
        };
        return due ? Optional.of(new AlertTelling(alert, alert.told().times() + 1, alert.state())) : Optional.empty();
    }

    /** Whether a silence hushes it, or something that is told already explains it. */
    static boolean isHushed(Alert alert, Collection<Alert> others, Collection<AlertSilence> silences, Instant now) {
        return silences.stream()
                        .anyMatch(silence ->
                                silence.isActive(now) && silence.which().covers(alert))
                || (FOLLOWS_FROM_DATABASE.contains(alert.rule())
                        && others.stream()
                                .anyMatch(other -> other.rule() == AlertRule.SERVER_AWAY
                                        && other.subject().equals(DATABASE)
                                        && other.isFiring()));
    }

    private static boolean isFirstDue(Alert alert, AlertProperties properties, Instant now) {
        var wait = alert.isUrgent() ? Duration.ZERO : properties.tellAfter();
        return alert.told().times() == 0
                && !now.isBefore(alert.firedAt().orElse(now).plus(wait));
    }

    private static boolean isRepeatDue(Alert alert, AlertProperties properties, Instant now) {
        var pause = alert.isUrgent() ? properties.repeatUrgent() : properties.repeat();
        return alert.told().times() > 0
                && alert.ackedBy().isEmpty()
                && alert.told()
                        .at()
                        .filter(told -> !now.isBefore(told.plus(pause)))
                        .isPresent();
    }
}
