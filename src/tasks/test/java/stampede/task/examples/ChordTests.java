package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chord;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.NoRetry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.testing.TaskTest;
import stampede.workflow.Workflows;

/** Many tasks and one that gets all their results; and what to do if one of them is given up. */
@TaskTest
class ChordTests {

    @Autowired
    private Workflows workflows;

    @Autowired
    private StatisticsTasks statistics;

    @Test
    void hasAllResultsAtTheEnd() {
        var days = List.of(new CountSales(1), new CountSales(2), new CountSales(3));

        workflows.start(chord(days, new SumUpSales()));

        await().untilAsserted(() -> assertThat(statistics.log).contains("[10, 20, 30] makes 60"));
    }

    @Test
    void tellsWhenOneIsGivenUp() {
        var days = List.of(new CountSales(1), new CountSales(-1));

        workflows.start(chord(days, new SumUpSales()).onFailure(new ReportMissingSales("May")));

        await().untilAsserted(() -> assertThat(statistics.log).contains("sales of May are missing"));
    }

    record CountSales(int day) {}

    record SumUpSales() {}

    record ReportMissingSales(String month) {}

    @TaskHandlers
    static class StatisticsTasks {

        final List<String> log = new CopyOnWriteArrayList<>();
        private final Workflows workflows;

        StatisticsTasks(Workflows workflows) {
            this.workflows = workflows;
        }

        @Task(name = "sales.count", queue = "sales")
        @NoRetry(IllegalArgumentException.class)
        int count(CountSales task) {
            if (task.day() < 1) {
                throw new IllegalArgumentException("there is no day " + task.day());
            }
            return task.day() * 10;
        }

        @Task(name = "sales.sum-up", queue = "sales")
        void sumUp(SumUpSales task, TaskContext context) {
            var counts = workflows.results(context, Integer.class);
            log.add(counts + " makes "
                    + counts.stream().mapToInt(count -> count).sum());
        }

        @Task(name = "sales.report-missing", queue = "sales")
        void reportMissing(ReportMissingSales task) {
            log.add("sales of " + task.month() + " are missing");
        }
    }
}
