package stampede.counter;

/**
 * What a short look at an offer's keys says of them.
 *
 * @param state how they are
 * @param what is wrong, for people; empty if nothing is
 */
public record CounterProbe(State state, String what) {

    static final CounterProbe COLD = new CounterProbe(State.COLD, "");

    /** How the keys of an offer are. */
    public enum State {
        /** Redis does not know the offer. */
        COLD,
        /** Nothing is to be seen; a scan may find more. */
        SOUND,
        /** What follows from the reservations alone is not what follows from them. */
        INDEX,
        /** Something is there that the scripts never leave. */
        SPOILED
    }
}
