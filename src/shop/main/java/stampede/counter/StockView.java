package stampede.counter;

/**
 * What is left of an offer, a moment ago.
 *
 * @param gate whether it may be bought
 * @param left units that nobody has, never below 0
 * @param total units there are in all
 * @param epoch grows each time the counter is rebuilt from the database
 */
public record StockView(Gate gate, int left, int total, long epoch) {

    /** Whether units may be reserved. */
    public enum Gate {
        /** Redis does not know it. */
        COLD,
        WARMING,
        OPEN,
        PAUSED,
        CLOSED
    }

    public boolean soldOut() {
        return gate != Gate.COLD && left <= 0;
    }

    StockView withNoneLeft() {
        return new StockView(gate, 0, total, epoch);
    }
}
