package stampede.counter;

/** What the counter says when it is told that an order holds the units of a reservation. */
public enum SettleAnswer {
    /** It was reserved and is now taken over by the order. */
    CONFIRMED,
    /** It was taken over before. */
    ALREADY,
    /** The counter did not know the reservation and has written it in; the units left may now be below zero. */
    ADOPTED,
    /** The reservation was released for good; nothing changed. */
    TOMBSTONED,
    /** The counter does not know the offer; nothing changed. The rebuild will count the order. */
    COLD,
    /** What the counter has of it cannot be read; nothing changed. The rebuild will count the order. */
    SPOILED
}
