package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.BatchTask;
import stampede.task.Delivery;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.testing.TaskTest;

/** Many tasks of a kind in one call, each with an end of its own. */
@TaskTest
class BatchTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private SearchTasks search;

    @Test
    void runsTogetherWhatArrivesTogether() {
        var deliveries = IntStream.range(0, 100)
                .mapToObj(number -> tasks.publish(new IndexProduct("P" + number, 100 + number)))
                .toList();

        assertThat(deliveries).allSatisfy(delivery -> assertThat(delivery).succeedsWithin(ofSeconds(5)));
        await().untilAsserted(() -> assertThat(search.prices).hasSizeGreaterThanOrEqualTo(100));
        assertThat(search.calls).as("calls for 100 tasks").hasSizeLessThan(100);
    }

    @Test
    void travelsInOneMessage() {
        var products = new LinkedHashMap<TaskId, IndexProduct>();
        for (var number = 0; number < 100; number++) {
            products.put(TaskId.random(), new IndexProduct("Q" + number, 100 + number));
        }

        var delivery = tasks.publishTogether(products);

        assertThat(delivery).succeedsWithin(ofSeconds(5)).isEqualTo(Delivery.CONFIRMED);
        await().untilAsserted(() -> assertThat(search.prices).containsKeys("Q0", "Q99"));
    }

    @Test
    void endsEachItemByItself() {
        tasks.send(new IndexProduct("good", 1));
        tasks.send(new IndexProduct("bad", -1));

        await().untilAsserted(() -> assertThat(search.prices).containsEntry("good", 1));
        await().untilAsserted(() -> assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 100))
                .anySatisfy(task -> assertThat(task.error()).isEqualTo("bad costs less than nothing")));
    }

    record IndexProduct(String product, int price) {}

    @TaskHandlers
    static class SearchTasks {

        final Map<String, Integer> prices = new ConcurrentHashMap<>();
        final List<Integer> calls = new CopyOnWriteArrayList<>();

        @BatchTask(name = "search.index", queue = "search", maxSize = 50, linger = "20ms")
        @Retry(delays = {"100ms"})
        Outcomes index(List<Job<IndexProduct>> batch) {
            calls.add(batch.size());
            var outcomes = Outcomes.allDone();
            for (var job : batch) {
                var product = job.payload();
                if (product.price() < 0) {
                    outcomes.reject(job, product.product() + " costs less than nothing");
                } else {
                    prices.put(product.product(), product.price());
                }
            }
            return outcomes;
        }
    }
}
