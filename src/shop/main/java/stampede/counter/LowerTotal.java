package stampede.counter;

/**
 * What the counter says to fewer units in all.
 *
 * @param state what became of it
 * @param left units that nobody has, where there are too few
 */
public record LowerTotal(State state, int left) {

    /** What became of it. */
    public enum State {
        /** So it is, or the counter does not know the offer. */
        LOWERED,
        /** Then not all that is reserved could be had; nothing has changed. */
        TOO_FEW_LEFT,
        /** It has a newer total than the ledger: somebody died between the two, and it is about to be repaired. */
        AHEAD
    }
}
