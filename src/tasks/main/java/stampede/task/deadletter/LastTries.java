package stampede.task.deadletter;

import java.time.Duration;
import java.util.Optional;
import stampede.task.TaskProperties;
import stampede.task.admin.RetryTimes;
import stampede.task.retry.RetryOverrides;

/** The tries that a task gets after the retries of its own plan are used up: as was set for it, else as the settings say. */
public class LastTries {

    private final TaskProperties properties;
    private final RetryOverrides overrides;

    LastTries(TaskProperties properties, RetryOverrides overrides) {
        this.properties = properties;
        this.overrides = overrides;
    }

    /**
     * The wait before the next of them; empty if there is none left.
     *
     * @param task its name, if its message has one
     * @param failures how often the task has failed, all in all
     * @param planned how many retries it got by its own plan
     */
    public Optional<Duration> waitAfter(Optional<String> task, int failures, int planned) {
        var set = task.flatMap(overrides::times);
        var most = set.map(RetryTimes::lastTries).orElseGet(properties::lastTries);
        return failures <= planned + most
                ? Optional.of(set.map(RetryTimes::lastTryDelay).orElseGet(properties::lastTryDelay))
                : Optional.empty();
    }
}
