package stampede.task.worker;

import java.util.List;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.EndedTask;
import stampede.task.broker.UnackedMessage;

/** A message that was run, alone or together with others, and how its tasks ended. */
record FinishedMessage(UnackedMessage message, List<EndedTask> tasks) {

    /** Whether nothing has to be published because of them. */
    boolean isGood() {
        return tasks.stream().allMatch(task -> task.ending() instanceof AttemptOutcome.Done);
    }
}
