package stampede.room;

/** Rooms where they cannot be forgotten. Any method may throw a {@link org.springframework.dao.DataAccessException}. */
interface RoomRecords {

    RoomRow find(RoomId room);

    /**
     * Writes down the draw, once for all.
     *
     * @return how many took part, which another may have written before
     */
    int recordDraw(RoomId room, int early);

    /** Writes down how far the room is, unless it was brought back meanwhile. */
    void checkpoint(RoomId room, long epoch, int next, int turn);

    /**
     * Begins another epoch.
     *
     * @return whether this caller may bring the room back; if not, another one does
     */
    boolean beginEpoch(RoomId room, long after);
}
