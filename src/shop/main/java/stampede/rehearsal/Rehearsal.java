package stampede.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.money.Money;

/**
 * A rehearsal, planned, under way or over.
 *
 * @param id its number
 * @param plan what is played
 * @param copied what the shadow has of the offer
 * @param who asked for it, such as {@code operator:3}
 * @param state whether it runs
 * @param step how far it is, or was
 * @param times when
 * @param end what came of it; empty as long as it has not ended
 */
public record Rehearsal(
        long id,
        RehearsalPlan plan,
        Copied copied,
        String who,
        State state,
        RehearsalStep step,
        Times times,
        Optional<End> end) {

    /** Longer than this none is waited for: one that waits was not begun, one that runs has died. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    /** The offer that is sold, which bots alone can see. */
    public OfferId shadow() {
        return OfferId.shadow(id);
    }

    /** Whether it has ended. */
    public boolean isOver() {
        return state == State.ENDED;
    }

    /** Whether it ended, or should have. */
    boolean isOverAt(Instant now) {
        return isOver() || times.asked().plus(LONGEST).isBefore(now);
    }

    /** Whether it runs. */
    public enum State {
        /** No worker has begun it. */
        WAITING,
        RUNNING,
        ENDED
    }

    /**
     * What a shadow has of the offer that it imitates.
     *
     * @param productName what is sold, where nobody's language is known
     * @param price of one unit
     * @param limitPerShopper how many units a bot may have
     */
    public record Copied(String productName, Money price, int limitPerShopper) {}

    /**
     * When what happened.
     *
     * @param asked when it was asked for
     * @param window when the shadow sells; empty before it began
     * @param stopAsked when somebody asked it to stop
     */
    public record Times(Instant asked, Optional<SaleWindow> window, Optional<Instant> stopAsked) {}

    /**
     * What came of it.
     *
     * @param at when it ended
     * @param verdict what it comes to
     * @param stop why it stopped before its end
     * @param report what was measured; empty if nothing was
     */
    public record End(
            Instant at, RehearsalVerdict verdict, Optional<StopReason> stop, Optional<RehearsalReport> report) {}
}
