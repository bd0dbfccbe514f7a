package stampede.faults;

import stampede.faults.DeskBrowser.Answer;

/**
 * What somebody did to a sale or an order, and what they were told about it.
 *
 * @param kind what they did
 * @param who as the audit log names them; each act of an operator is done by an operator of its own
 * @param subject what they did it to, as the audit log names it: {@code offer:5}, {@code order:7}
 * @param mark what only this act of theirs says, where they do several; else empty
 * @param answer what they were told last
 * @param wasUnknown whether they were left without an answer before that
 * @param answeredAt when they were, by the clock of {@link System#nanoTime}
 */
record DeskAct(Kind kind, String who, String subject, String mark, Answer answer, boolean wasUnknown, long answeredAt) {

    boolean isDone() {
        return answer == Answer.YES;
    }

    /** Whether it is known that it was not done. One that nobody was there for is kept only if it was tried before. */
    boolean isRefused() {
        return answer == Answer.NO && !wasUnknown;
    }

    boolean isUnknown() {
        return !isDone() && !isRefused();
    }

    /** What can be done, the word of the audit log for it, and how often it is. */
    enum Kind {
        ADD("UNITS_ADDED", 14),
        TAKE_OFF("UNITS_TAKEN_OFF", 10),
        PAUSE("OFFER_PAUSED", 7),
        /** Follows each pause. */
        RESUME("OFFER_RESUMED", 0),
        STOP("OFFER_STOPPED", 4),
        LIMIT("LIMIT_CHANGED", 5),
        PRICE("PRICE_CHANGED", 5),
        WITHDRAW("OFFER_WITHDRAWN", 1),
        SHIP("ORDER_SHIPPED", 14),
        SHIP_AS_SELLER("ORDER_SHIPPED", 14),
        CORRECT("SHIPMENT_CORRECTED", 6),
        /** By the shopper, whose acts are in the order's own history. */
        RECEIVE("", 8),
        REFUND_ALL("REFUND_GIVEN", 9),
        REFUND_PART("REFUND_GIVEN", 9),
        PUT_BACK("UNITS_PUT_BACK", 5);

        final String action;
        final int often;

        Kind(String action, int often) {
            this.action = action;
            this.often = often;
        }

        /** Whether a form of it that was not answered may be sent again: it counts once. */
        boolean mayBeRepeated() {
            return this != PAUSE && this != RESUME;
        }
    }
}
