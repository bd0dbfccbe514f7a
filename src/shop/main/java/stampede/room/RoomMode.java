package stampede.room;

/** How far a room is. */
enum RoomMode {
    /** Who comes takes part in the draw. */
    GATHERING,
    /** The draw is made, but could still be forgotten: nobody is told a place. */
    DRAWN,
    /** People come in, by their places. */
    SERVING
}
