package stampede.room;

/** How far a room is. The names are part of the JSON API. */
public enum RoomMode {
    /** Who comes takes part in the draw. */
    GATHERING,
    /** The draw is made, but could still be forgotten: nobody is told a place. */
    DRAWN,
    /** People come in, by their places. */
    SERVING,
    /**
     * There is nothing to wait for: the sale has ended, or all units are sold and paid. Should an operator add units, or put some back, it
     * goes on. Redis does not keep it.
     */
    OVER
}
