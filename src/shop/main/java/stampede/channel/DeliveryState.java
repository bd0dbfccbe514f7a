package stampede.channel;

/** What became of a message in a channel. The names are in the table and, in lower case, in the metric. */
public enum DeliveryState {
    /** It was taken. */
    DELIVERED,
    /** It is tried again. */
    RETRYING,
    /** It was refused in a way that another try does not change. */
    REFUSED,
    /** It was tried four times. */
    GIVEN_UP,
    /** It was left out, because the channel was to be quiet. */
    QUIET,
    /** Before it could be delivered it was over. */
    SUPERSEDED,
    /** So many waited that it had no place. */
    DROPPED
}
