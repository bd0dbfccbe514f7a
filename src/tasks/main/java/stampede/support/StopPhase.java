package stampede.support;

import org.springframework.context.SmartLifecycle;

/**
 * The order in which the parts of a node stop, for {@link SmartLifecycle#getPhase()}: each stops when those above it have stopped. They
 * start the other way round.
 */
public enum StopPhase {

    /** Spring's default: whatever nothing else needs. */
    LOOPS,

    /** Spring Boot waits for the requests that are under way; nobody waits for a result any longer. */
    REQUESTS,

    /** Spring Boot closes the web server. */
    WEB_SERVER,

    /** What the application gathered from requests is sent as tasks. */
    SENDERS,

    /** No beat ticks any more. */
    BEATS,

    /** Delayed tasks stay where they are; needs the relay and the publisher until it has stopped. */
    DELAYS,

    /** Tasks that run come to their end. */
    WORKERS,

    /** What watches over running tasks, and tells the other nodes of this one. */
    WATCHES,

    /** The outbox is left to the others. */
    RELAY,

    /** What was handed over is confirmed by the broker. */
    PUBLISHER,

    /** What was told of tasks is written down. */
    HISTORY;

    /** As far apart as Spring Boot's own, two of which are among these. */
    private static final int APART = 1024;

    /** The number that Spring sorts by. */
    @SuppressWarnings("EnumOrdinal") // the order is what this type says
    public int value() {
        return SmartLifecycle.DEFAULT_PHASE - ordinal() * APART;
    }
}
