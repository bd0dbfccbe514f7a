package stampede.console.recovery;

import java.util.List;
import stampede.retryadmin.RetryLine;
import stampede.task.admin.TaskRetry;

/**
 * A task in the list.
 *
 * @param retry what is known of it
 * @param annotation what its annotation says
 * @param now what holds
 * @param failing how many of those that were sent today have failed and wait for another try
 * @param dead how many of those that were sent today were given up
 */
record RetryRow(TaskRetry retry, List<RetryLine> annotation, List<RetryLine> now, long failing, long dead) {

    public String task() {
        return retry.plan().name();
    }

    public boolean isSet() {
        return retry.set().isPresent();
    }
}
