package stampede.task.handler;

import java.util.Optional;
import java.util.concurrent.Callable;
import stampede.task.TaskContext;

/** Lets a task have its effects once, however often it is delivered. */
public interface Once {

    /**
     * Runs it, unless it has been run for this id and did not throw.
     *
     * @return what it returned, now or then
     * @throws Exception what it threw; then it has not been run
     */
    Optional<Object> run(TaskContext task, Callable<Optional<Object>> run) throws Exception;
}
