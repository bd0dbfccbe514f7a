package stampede.support;

/** What a node does; set by {@code stampede.roles}, all by default. Any number of nodes may have each. */
public enum NodeRole {
    /** Takes requests. */
    WEB,
    /** Runs tasks. */
    WORKER,
    /** Ticks. */
    BEAT
}
