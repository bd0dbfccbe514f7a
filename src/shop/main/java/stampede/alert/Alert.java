package stampede.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import stampede.channel.Severity;

/**
 * Something that is or was wrong.
 *
 * @param id its number; 0 of one that only this node's memory has
 * @param rule what found it
 * @param subject what it is about, such as {@code offer:708540021337}; empty if the rule is about one thing only
 * @param severity how much it matters
 * @param course how far it is
 * @param value the last that was measured
 * @param firedAt when it had been bad for long enough
 * @param resolvedAt when it had been good for long enough
 * @param ackedBy who looks after it, such as {@code operator:3}
 * @param ackedAt since when
 * @param told how people were told
 */
public record Alert(
        long id,
        AlertRule rule,
        String subject,
        Severity severity,
        AlertCourse course,
        double value,
        Optional<Instant> firedAt,
        Optional<Instant> resolvedAt,
        Optional<String> ackedBy,
        Optional<Instant> ackedAt,
        Told told) {

    public AlertState state() {
        return course.state();
    }

    public Instant startedAt() {
        return course.startedAt();
    }

    public boolean isFiring() {
        return state() == AlertState.FIRING;
    }

    public boolean isUrgent() {
        return severity == Severity.URGENT;
    }

    /** How long it was bad, or is by now. */
    public Duration length(Instant now) {
        return Duration.between(startedAt(), resolvedAt.orElse(now));
    }

    /** The value as people read it; empty if the rule has none. */
    public String shown() {
        return switch (rule.unit()) {
            case COUNT -> Long.toString(Math.round(value));
            case SHARE -> String.format(Locale.ROOT, "%.2f %%", value * 100);
            case MILLIS -> Math.round(value) + " ms";
            case NONE -> "";
        };
    }

    /** The page where one sees what it speaks of. */
    public String page() {
        return rule.page(subject);
    }

    Alert with(AlertCourse next, double measured, Instant now) {
        return new Alert(
                id,
                rule,
                subject,
                severity,
                next,
                measured,
                firedAt.or(() -> next.state() == AlertState.FIRING ? Optional.of(now) : Optional.empty()),
                next.state() == AlertState.RESOLVED ? Optional.of(now) : Optional.empty(),
                ackedBy,
                ackedAt,
                told);
    }

    /**
     * How people were told.
     *
     * @param times how often, counted before it is told
     * @param begun what is being told, and was not handed over yet
     * @param at when it was last handed over
     */
    public record Told(int times, Optional<AlertState> begun, Optional<Instant> at) {

        static final Told NEVER = new Told(0, Optional.empty(), Optional.empty());

        /** Whether nobody knows if the last telling was handed over. */
        public boolean isHalf() {
            return begun.isPresent();
        }
    }
}
