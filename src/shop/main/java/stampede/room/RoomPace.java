package stampede.room;

/**
 * How fast people are let in.
 *
 * @param perSecond how many in a second at most, which is what the shop can take
 * @param most how many passes may be out at a time, which is what the units that are left are good for
 * @param come the share of those whose turn it is that come, above 0
 * @param units what there is, for all to see
 */
record RoomPace(double perSecond, long most, double come, RoomUnits.Seen units) {

    /** More are let in than there are units in sight, as some of them change their minds. */
    private static final double MORE = 1.2;

    private static final double USUALLY_COME = 0.7;

    /**
     * However few came lately: it may be that they could not, or that those were called again after a loss who have been in. If all of the next
     * ones come, they are four times as many as the shop is said to take.
     */
    private static final double LEAST = 0.25;

    /** Fewer say nothing about those who come after them. */
    private static final int ENOUGH = 20;

    /**
     * @param perSecond passes a second that the shop can take
     * @param units what there is
     * @param unitsEach units for each used pass, those included that bought nothing
     * @param state as it was last seen
     */
    static RoomPace of(double perSecond, RoomUnits.Seen units, double unitsEach, RoomState state) {
        var most = (long) Math.ceil(Math.max(0, units.left()) * MORE / Math.max(LEAST, unitsEach));
        var come = state.served() < ENOUGH ? USUALLY_COME : (double) state.taken() / state.served();
        return new RoomPace(perSecond, most, Math.min(1, Math.max(LEAST, come)), units);
    }

    /** Nobody; of units nothing new is known. */
    static RoomPace none() {
        return new RoomPace(0, 0, 1, RoomUnits.Seen.NOTHING);
    }
}
