package stampede.task.deadletter;

import java.time.Duration;
import java.util.Optional;
import stampede.task.TaskProperties;

/** The tries that a task gets after the retries of its own plan are used up. */
public class LastTries {

    private final TaskProperties properties;

    LastTries(TaskProperties properties) {
        this.properties = properties;
    }

    /**
     * The wait before the next of them; empty if there is none left.
     *
     * @param failures how often the task has failed, all in all
     * @param planned how many retries it got by its own plan
     */
    public Optional<Duration> waitAfter(int failures, int planned) {
        return failures <= planned + properties.lastTries() ? Optional.of(properties.lastTryDelay()) : Optional.empty();
    }
}
