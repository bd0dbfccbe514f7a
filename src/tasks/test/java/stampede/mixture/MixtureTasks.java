package stampede.mixture;

import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.workflow.Workflows;

/** Tasks that do nothing but take their time and write down when they ran. None may fail, so none is tried again. */
@TestComponent
@TaskHandlers
class MixtureTasks {

    /** How many steps a chain has, and how many members a chord. */
    static final int STEPS = 1_000;

    private static final long RUNS_UNTIL_CALLED_OFF_SECONDS = 600;

    private final MixtureRunRepository runs;
    private final Workflows workflows;
    private final long longMillis;

    MixtureTasks(
            JdbcTemplate jdbc,
            Workflows workflows,
            @Value("${mixture.node}") String node,
            @Value("${mixture.long-millis}") long longMillis) {
        this.runs = new MixtureRunRepository(jdbc, node);
        this.workflows = workflows;
        this.longMillis = longMillis;
    }

    @Task(name = "mixture.quick", queue = "quick")
    @Retry(delays = {})
    void quick(Quick task) throws InterruptedException {
        millisecond(task.number());
    }

    /** Its queue is paused for a third of the time. */
    @Task(name = "mixture.rested", queue = "rested")
    @Retry(delays = {})
    void rested(Rested task) throws InterruptedException {
        millisecond(task.number());
    }

    @Task(name = "mixture.second", queue = "seconds")
    @Retry(delays = {})
    void second(Second task) throws InterruptedException {
        sleep(task.number(), 1_000);
    }

    @Task(name = "mixture.long", queue = "long")
    @Retry(delays = {})
    void takeLong(Slow task) throws InterruptedException {
        sleep(task.number(), longMillis);
    }

    /** Is called off while it runs. */
    @Task(name = "mixture.endless", queue = "endless")
    @Retry(delays = {})
    void endless(Endless task) throws InterruptedException {
        sleep(task.number(), TimeUnit.SECONDS.toMillis(RUNS_UNTIL_CALLED_OFF_SECONDS));
    }

    @Task(name = "mixture.step", queue = "steps")
    @Retry(delays = {})
    int step(Step task) throws InterruptedException {
        millisecond(task.number());
        return 1;
    }

    /** The end of a chord, which has the results of all members. */
    @Task(name = "mixture.total", queue = "steps")
    @Retry(delays = {})
    void total(Total task, TaskContext context) {
        var results = workflows.results(context, Integer.class).size();
        if (results != STEPS) {
            throw new IllegalStateException("%d results of %d".formatted(results, STEPS));
        }
        runs.ran(task.number(), System.currentTimeMillis());
    }

    private void millisecond(long number) throws InterruptedException {
        var begun = System.currentTimeMillis();
        Thread.sleep(1);
        runs.ran(number, begun);
    }

    private void sleep(long number, long millis) throws InterruptedException {
        var run = runs.begin(number);
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            runs.end(run, MixtureRunRepository.INTERRUPTED);
            throw stop;
        }
        runs.end(run, MixtureRunRepository.DONE);
    }

    record Quick(long number) {}

    record Rested(long number) {}

    record Second(long number) {}

    record Slow(long number) {}

    record Endless(long number) {}

    record Step(long number) {}

    record Total(long number) {}
}
