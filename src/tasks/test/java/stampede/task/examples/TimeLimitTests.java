package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.history.TaskResults;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.testing.TaskTest;

/** A task that takes too long is interrupted, first softly, so that it can tidy up. */
@TaskTest
class TimeLimitTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskResults results;

    @Autowired
    private CrawlTasks crawls;

    @Test
    void tidiesUpWhenItsTimeIsUp() {
        var id = tasks.send(new CrawlSite("endless.example"));

        await().untilAsserted(() -> assertThat(crawls.log).containsExactly("begin", "tidy up"));
        await().untilAsserted(() -> assertThat(results.state(id)).isEqualTo(TaskState.RETRY));
    }

    record CrawlSite(String host) {}

    @TaskHandlers
    static class CrawlTasks {

        final List<String> log = new CopyOnWriteArrayList<>();
        private final CountDownLatch end = new CountDownLatch(1);

        @Task(name = "site.crawl", queue = "crawls", softTimeLimit = "200ms", timeLimit = "30s")
        @Retry(delays = {"1h"})
        void crawl(CrawlSite task) throws InterruptedException {
            log.add("begin");
            try {
                end.await();
            } finally {
                log.add("tidy up");
            }
        }
    }
}
