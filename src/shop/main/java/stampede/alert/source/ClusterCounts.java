package stampede.alert.source;

/**
 * What all nodes counted together.
 *
 * @param done tasks that succeeded
 * @param deaths tasks that were given up
 * @param placed purchases that became orders
 * @param rejected purchases that were refused by name after the queue
 * @param abandoned purchases that came to nothing
 * @param commits orders whose delay was measured
 * @param delayMillis the sum of those delays
 */
record ClusterCounts(
        long done, long deaths, long placed, long rejected, long abandoned, long commits, double delayMillis) {

    static final ClusterCounts NONE = new ClusterCounts(0, 0, 0, 0, 0, 0, 0);

    ClusterCounts minus(ClusterCounts before) {
        return new ClusterCounts(
                done - before.done,
                deaths - before.deaths,
                placed - before.placed,
                rejected - before.rejected,
                abandoned - before.abandoned,
                commits - before.commits,
                delayMillis - before.delayMillis);
    }

    /** Tasks that ended, one way or the other. */
    long ended() {
        return done + deaths;
    }

    /** Purchases that ended, one way or the other. */
    long purchases() {
        return placed + rejected + abandoned;
    }
}
