package stampede.task.spi;

import java.util.List;

/** Takes in how tasks ended that ran in another system, for those who extend the engine. */
public interface TaskEnds {

    /**
     * Tells everybody who has to know, the history among them, in the current transaction if there is one. Being told twice does
     * nothing.
     *
     * @throws RuntimeException if it cannot; it is to be told again then
     */
    void concludeHere(List<TaskStep> ends);
}
