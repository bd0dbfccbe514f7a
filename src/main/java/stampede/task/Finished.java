package stampede.task;

import java.util.List;

/** A message that was run, alone or together with others, and how its tasks ended. */
record Finished(Held message, List<EndedTask> tasks) {

    /** Whether nothing has to be published because of them. */
    boolean isGood() {
        return tasks.stream().allMatch(task -> task.ending() instanceof Ending.Done);
    }
}
