package stampede.archive;

import java.time.Instant;
import java.util.Optional;

/**
 * What a retry would come to now, without trying it.
 *
 * @param at when that was settled on which it depends, if that is known
 */
public record Prospect(Outcome outcome, Optional<Instant> at) {

    static Prospect of(Outcome outcome) {
        return new Prospect(outcome, Optional.empty());
    }

    /** What it would come to. The names are part of the JSON API. */
    public enum Outcome {
        /** Nothing is done: somebody has decided about it. */
        DECIDED(false),
        /** No node of this release knows such a task. It would die again. */
        UNKNOWN_TASK(false),
        /** It is no message that the shop wrote. It would be refused again. */
        NOT_GENUINE(false),
        /** Its reservation was given up and its units are sold to others: it would be answered so, and change nothing. */
        ABANDONED(false),
        /** It was turned away: it would be answered so, and change nothing. */
        REJECTED(false),
        /** Its order is there: it would find it, and make no second one. */
        ORDER_EXISTS(false),
        /** It has no order and was not given up: it would be placed, as far as the ledger has units. */
        WOULD_PLACE(true),
        /** Redis does not answer, so whether its units are still reserved is not known. The ledger decides. */
        UNCERTAIN(true),
        /** None of the orders that it was to close is open any more. */
        NOTHING_LEFT(false),
        /** It would be run from the beginning. What it has done already it finds done. */
        RUNS(true);

        private final boolean useful;

        Outcome(boolean useful) {
            this.useful = useful;
        }

        /** Whether a retry may do some good. */
        public boolean isUseful() {
            return useful;
        }
    }
}
