package stampede.task;

import java.util.List;

/** Messages that were run together, and how their tasks ended. */
record Finished(List<Held> messages, List<Settlement.Ended> tasks) {

    /** Whether nothing has to be published because of them. */
    boolean isGood() {
        return tasks.stream().allMatch(task -> task.ending() instanceof Ending.Done);
    }
}
