package stampede.ids;

/**
 * Makes 64-bit Snowflake ids: 41 bits of milliseconds, 10 bits of node, 12 bits of sequence.
 *
 * <p>The node's number is leased in the database and renewed. A node whose lease ran out, or whose clock stepped back
 * further than it can wait for, makes no ids rather than risk a double.
 */
public interface Ids {

    /**
     * A new id, greater than zero, unique in the cluster.
     *
     * @throws IdsUnavailable if this node holds no lease now
     */
    long next();

    /** When the id was made, in epoch milliseconds: the 41 bits of time within it. */
    static long epochMillisOf(long id) {
        return SnowflakeIds.epochMillisOf(id);
    }

    /** The number of the node that made the id, from 0 to 1023: the 10 bits of node within it. */
    static int nodeOf(long id) {
        return SnowflakeIds.nodeOf(id);
    }

    /** The smallest id that could have been made at this time, in epoch milliseconds, or later. */
    static long firstOf(long epochMillis) {
        return SnowflakeIds.firstOf(epochMillis);
    }
}
