package stampede.task;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of each job of a batch. A job that is not mentioned is done. */
public final class Outcomes {

    private final Map<TaskContext, Outcome> exceptions = new HashMap<>();

    private Outcomes() {}

    /** Every job is done, until said otherwise. */
    public static Outcomes allDone() {
        return new Outcomes();
    }

    /** This job is done, and this is its result. */
    public Outcomes done(Job<?> job, @Nullable Object result) {
        exceptions.put(job.context(), new Outcome.Done(result));
        return this;
    }

    /** This job failed as if it had thrown the exception, so {@link Retry} and {@link NoRetry} decide by that. */
    public Outcomes failed(Job<?> job, Exception exception) {
        exceptions.put(job.context(), new Outcome.Failed(exception));
        return this;
    }

    /** This job is to be tried again, by its {@link Retry}. */
    public Outcomes retry(Job<?> job, String why) {
        exceptions.put(job.context(), new Outcome.Retry(why));
        return this;
    }

    /** This job can never succeed; it goes to the dead tasks. */
    public Outcomes reject(Job<?> job, String why) {
        exceptions.put(job.context(), new Outcome.Reject(why));
        return this;
    }

    public Outcome of(Job<?> job) {
        return exceptions.getOrDefault(job.context(), new Outcome.Done(null));
    }

    /** How one job ended. */
    public sealed interface Outcome {

        /**
         * It is done.
         *
         * @param result as the handler gave it; null for none
         */
        record Done(@Nullable Object result) implements Outcome {}

        record Failed(Exception exception) implements Outcome {}

        record Retry(String why) implements Outcome {}

        record Reject(String why) implements Outcome {}
    }
}
