package stampede.room;

/** When an offer has a waiting room. */
public enum RoomPolicy {
    /** Whatever happens. */
    NEVER,
    /** From before the opening on, with a draw. */
    ALWAYS,
    /** While more people press than the shop can take, in the order of arrival. */
    UNDER_PRESSURE
}
