package stampede.task.spi;

import stampede.task.Sensitive;

/** Makes the arguments of tasks readable for people, for those who extend the engine. */
public interface TaskPayloads {

    /**
     * The arguments as JSON: the kwargs, or {@code [args, kwargs]} if there are positional ones. What is {@link Sensitive} is
     * masked; a body that is no task's is given as it is, unless its task has something to hide.
     *
     * @param task the name on the wire
     * @param body as in {@link TaskMessage#body()}
     */
    String readable(String task, byte[] body);

    /** Whether some of what such a task carries is {@link Sensitive}, so that its message shall not be shown as it came. */
    boolean hasSecrets(String task);
}
