package stampede.room;

/**
 * How fast people are let in.
 *
 * @param perSecond how many in a second at most, which is what the shop can take
 * @param most how many passes may be out at a time, which is what the units that are left are good for
 * @param come the share of those whose turn it is that come, above 0
 */
record RoomPace(double perSecond, long most, double come) {

    /** More are let in than there are units in sight, as some of them change their minds. */
    private static final double MORE = 1.2;

    private static final double USUALLY_COME = 0.7;
    private static final double LEAST = 0.05;

    /** Fewer say nothing about those who come after them. */
    private static final int ENOUGH = 20;

    /**
     * @param perSecond passes a second that the shop can take
     * @param left units that nobody has
     * @param unitsEach units for each used pass, those included that bought nothing
     * @param state as it was last seen
     */
    static RoomPace of(double perSecond, long left, double unitsEach, RoomState state) {
        var most = (long) Math.ceil(left * MORE / Math.max(LEAST, unitsEach));
        var come = state.served() < ENOUGH ? USUALLY_COME : (double) state.taken() / state.served();
        return new RoomPace(perSecond, most, Math.min(1, Math.max(LEAST, come)));
    }

    /** Nobody. */
    static RoomPace none() {
        return new RoomPace(0, 0, 1);
    }
}
