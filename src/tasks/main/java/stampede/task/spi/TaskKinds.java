package stampede.task.spi;

import stampede.task.Remember;

/** What is known of tasks by their name, for those who extend the engine. */
public interface TaskKinds {

    /** What the history keeps of it; everything, if no handler here knows the name. */
    Remember remember(String task);
}
