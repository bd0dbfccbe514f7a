package stampede.task;

/** What became of a message on its way to the broker. Unknown is not refused: the message may have arrived. */
public enum Delivery {
    /** The broker has it on disk, in a queue. */
    CONFIRMED,
    /** The broker said no: the queue is full, or there is none. */
    REFUSED,
    /** No answer in time, or the connection broke. Only who holds the facts may send again. */
    UNKNOWN
}
