package stampede.rehearsal;

/**
 * What has to be so before a sale. The names are part of the JSON API. The words of a point are {@code rehearsal.point.NAME} and, what to do
 * if it is not so, {@code .todo}.
 */
public enum ReadinessPoint {
    /** A worker takes from the queue of orders, and nobody paused it. */
    ORDERS_QUEUE(true, "/console/tasks/queues/one?queue=orders"),
    /** A node of each role was heard of lately. */
    NODES(true, "/console/tasks/workers"),
    /** The Redis that counts stock drops nothing when its memory is full. */
    REDIS_EVICTION(true, ReadinessPoint.RUNBOOK),
    /** The Redis that counts stock has on its disk what it counts. */
    REDIS_PERSISTENCE(false, ReadinessPoint.RUNBOOK),
    /** The database has each order on its disk when it says so. */
    DATABASE_FLUSH(false, ReadinessPoint.RUNBOOK),
    /** The clocks of all nodes are near the database's. */
    CLOCKS(false, "/console/tasks/workers"),
    /** The machine that plays the rehearsal has room on its disk. */
    DISK(false, ReadinessPoint.RUNBOOK),
    /** No message lies in the dead-letter queue. */
    DEAD_LETTERS(false, "/console/tasks/queues/one?queue=dead"),
    /** The last check of the books of each offer in the slot found nothing. */
    BOOKS(false, "/console/books"),
    /** The slot's own check finds nothing wrong with its offers. */
    SLOT(false, "/console/slots");

    private static final String RUNBOOK = "/console/help#rehearsals";

    private final boolean hard;
    private final String page;

    ReadinessPoint(boolean hard, String page) {
        this.hard = hard;
        this.page = page;
    }

    /** Whether nothing is played as long as it is not so. */
    public boolean isHard() {
        return hard;
    }

    /** The page where one sees, and perhaps mends, what it speaks of. */
    public String page() {
        return page;
    }
}
