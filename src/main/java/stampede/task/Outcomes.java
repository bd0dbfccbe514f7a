package stampede.task;

import java.util.HashMap;
import java.util.Map;

/** What became of each job of a batch. A job that is not mentioned is done. */
public final class Outcomes {

    private final Map<TaskId, Outcome> exceptions = new HashMap<>();

    private Outcomes() {}

    /** Every job is done, until said otherwise. */
    public static Outcomes allDone() {
        return new Outcomes();
    }

    /** This job is to be tried again, by its {@link Retry}. */
    public Outcomes retry(Job<?> job, String why) {
        exceptions.put(job.context().id(), new Outcome.Retry(why));
        return this;
    }

    /** This job can never succeed; it goes to the dead tasks. */
    public Outcomes reject(Job<?> job, String why) {
        exceptions.put(job.context().id(), new Outcome.Reject(why));
        return this;
    }

    public Outcome of(Job<?> job) {
        return exceptions.getOrDefault(job.context().id(), new Outcome.Done());
    }

    /** How one job ended. */
    public sealed interface Outcome {

        record Done() implements Outcome {}

        record Retry(String why) implements Outcome {}

        record Reject(String why) implements Outcome {}
    }
}
