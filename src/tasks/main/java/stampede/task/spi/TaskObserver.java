package stampede.task.spi;

/**
 * Is told of every step of every task on this node as it happens, for watching: metrics, logs, events, history. What it is
 * told may be lost when the process dies, and nothing may depend on it; see {@link TaskConclusion}. Called on the engine's
 * threads, so it must return at once; what it throws is logged and forgotten.
 */
public interface TaskObserver {

    void observe(TaskStep step);
}
