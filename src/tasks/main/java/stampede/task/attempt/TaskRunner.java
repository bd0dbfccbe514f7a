package stampede.task.attempt;

import java.util.List;

/** Runs tasks of one queue and says how each ended, in the order given. */
public interface TaskRunner {

    List<AttemptOutcome> run(List<ReceivedTask> arrivals);
}
