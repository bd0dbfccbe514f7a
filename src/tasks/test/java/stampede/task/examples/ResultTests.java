package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskNotDone;
import stampede.history.TaskResults;
import stampede.task.NoRetry;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** What a task returns can be had, on any node, for a week. */
@TaskTest
class ResultTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskResults results;

    @Test
    void waitsForTheResult() {
        var id = tasks.send(new QuoteRoute("Beijing", "Xi'an"));

        var quote = results.await(id, Quote.class, ofSeconds(10));

        assertThat(quote).contains(new Quote(1_080, 515));
        assertThat(results.state(id)).isEqualTo(TaskState.SUCCESS);
    }

    @Test
    void saysWhyThereIsNone() {
        var id = tasks.send(new QuoteRoute("Beijing", "the moon"));

        assertThatExceptionOfType(TaskNotDone.class)
                .isThrownBy(() -> results.await(id, Quote.class, ofSeconds(10)))
                .satisfies(failed -> assertThat(failed.state()).isEqualTo(TaskState.FAILURE))
                .withMessageContaining("no train goes to the moon");
    }

    record QuoteRoute(String from, String to) {}

    record Quote(int kilometres, int yuan) {}

    @TaskHandlers
    static class RouteTasks {

        @Task(name = "route.quote", queue = "routes")
        @NoRetry(IllegalArgumentException.class)
        Quote quote(QuoteRoute task) {
            if (task.to().equals("the moon")) {
                throw new IllegalArgumentException("no train goes to " + task.to());
            }
            return new Quote(1_080, 515);
        }
    }
}
