package stampede.alert;

import java.time.Instant;
import java.util.Optional;
import stampede.channel.Severity;

/**
 * Nobody is told of these alerts for a while. They fire all the same, and pages show them.
 *
 * @param id its number
 * @param which which alerts
 * @param from since when
 * @param until when it ends by itself, or was ended
 * @param reason in the words of who made it
 * @param who made it, such as {@code operator:3}
 * @param endedBy who ended it before its time
 */
public record AlertSilence(
        long id, Which which, Instant from, Instant until, String reason, String who, Optional<String> endedBy) {

    /** Whether it holds at that instant. */
    public boolean isActive(Instant now) {
        return !now.isBefore(from) && now.isBefore(until);
    }

    /**
     * Which alerts: those for which all holds that is said here.
     *
     * @param rule of this rule; empty for any
     * @param subject about exactly this; empty for anything
     * @param severity of this severity; empty for any
     */
    public record Which(Optional<AlertRule> rule, String subject, Optional<Severity> severity) {

        public boolean covers(Alert alert) {
            return rule.filter(wanted -> wanted != alert.rule()).isEmpty()
                    && (subject.isEmpty() || subject.equals(alert.subject()))
                    && severity.filter(wanted -> wanted != alert.severity()).isEmpty();
        }

        /** Whether urgent alerts may be among them. */
        public boolean isUrgent() {
            return severity.orElse(Severity.URGENT) == Severity.URGENT
                    && rule.map(AlertRule::severity).orElse(Severity.URGENT) == Severity.URGENT;
        }

        /** Whether it says anything at all. */
        public boolean isNarrow() {
            return rule.isPresent() || !subject.isEmpty() || severity.isPresent();
        }

        /** For the audit log, such as {@code rule drift, offer:708540021337}. */
        @Override
        public String toString() {
            return rule.map(AlertRule::id).orElse("any rule")
                    + (subject.isEmpty() ? "" : ", " + subject)
                    + severity.map(one -> ", " + one).orElse("");
        }
    }
}
