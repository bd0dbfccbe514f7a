package stampede.ids;

/**
 * A node number on lease.
 *
 * @param node 0 to 1023
 * @param owner who holds it, unlike any other holder before or after
 * @param untilMillis the last instant that ids made under it may carry, in epoch milliseconds
 */
record NodeLease(int node, String owner, long untilMillis) {

    NodeLease until(long millis) {
        return new NodeLease(node, owner, Math.max(untilMillis, millis));
    }
}
