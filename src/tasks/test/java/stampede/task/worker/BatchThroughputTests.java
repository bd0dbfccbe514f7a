package stampede.task.worker;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.BatchTask;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** What batches are good for: the same rows are written by single tasks and by batches, each from a full queue. Figures, hence only with the whole proofs. */
@Apart
@Tag(Proof.WHOLE)
class BatchThroughputTests {

    private static final int CRATES = 20_000;
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    private final String prefix = TaskNode.somePrefix();

    @Test
    void writesTheSameRowsOneByOneAndTogether() {
        var single = new ArrayList<Long>();
        var together = new ArrayList<Long>();
        try (var sender = start("web", true)) {
            var jdbc = sender.getBean(JdbcTemplate.class);
            jdbc.execute("create table if not exists test_crate (number int not null)");
            for (int round = 0; round <= ROUNDS; round++) {
                single.add(perSecond(sender, Crate::new));
                together.add(perSecond(sender, CrateOfMany::new));
            }
            jdbc.execute("drop table test_crate");
        }
        // In the first round the compiler has not seen any of it.
        single.remove(0);
        together.remove(0);
        var ratio = (double) Proof.percentile(together, 0.4) / Proof.percentile(single, 0.4);
        Proof.print(
                "5: rows a second: single tasks %s, median %d; batches of up to 200 %s, median %d; ratio %.1f",
                single, Proof.percentile(single, 0.4), together, Proof.percentile(together, 0.4), ratio);
        assertThat(ratio).isGreaterThanOrEqualTo(5);
    }

    private long perSecond(ConfigurableApplicationContext sender, IntFunction<Record> crate) {
        var tasks = sender.getBean(Tasks.class);
        CompletableFuture.allOf(IntStream.range(0, CRATES)
                        .mapToObj(number -> tasks.publish(crate.apply(number)))
                        .toArray(CompletableFuture[]::new))
                .join();
        var jdbc = sender.getBean(JdbcTemplate.class);
        jdbc.execute("truncate table test_crate");
        try (var worker = start("worker", false)) {
            var crates = worker.getBean(Crates.class);
            await().atMost(ofMinutes(2)).until(() -> crates.stored() >= CRATES);
            assertThat(jdbc.queryForObject("select count(distinct number) from test_crate", Integer.class))
                    .isEqualTo(CRATES);
            return crates.perSecond();
        }
    }

    private ConfigurableApplicationContext start(String role, boolean tidiesUp) {
        return new SpringApplicationBuilder(TaskEngine.class, Crates.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(
                        "--stampede.roles=" + role,
                        "--stampede.task.prefix=" + prefix,
                        "--errands.tidy-up=" + tidiesUp,
                        "--spring.main.banner-mode=off");
    }

    record Crate(int number) {}

    record CrateOfMany(int number) {}

    @TestComponent
    @TaskHandlers
    static class Crates {

        private final JdbcTemplate jdbc;
        private final Queue<Stored> stored = new ConcurrentLinkedQueue<>();

        Crates(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Task(name = "crate.store", queue = "crates")
        void store(Crate crate) {
            jdbc.update("insert into test_crate (number) values (?)", crate.number());
            stored.add(new Stored(1, System.nanoTime()));
        }

        @BatchTask(name = "crate.store-many", queue = "crates.many", maxSize = 200, linger = "5ms", transaction = true)
        Outcomes storeMany(List<Job<CrateOfMany>> crates) {
            jdbc.batchUpdate(
                    "insert into test_crate (number) values (?)",
                    crates.stream()
                            .map(crate -> new Object[] {crate.payload().number()})
                            .toList());
            stored.add(new Stored(crates.size(), System.nanoTime()));
            return Outcomes.allDone();
        }

        int stored() {
            return stored.stream().mapToInt(Stored::crates).sum();
        }

        /** From the first to the last; what was stored first is before that time. */
        long perSecond() {
            var first = stored.peek();
            var last = stored.stream().mapToLong(Stored::nanos).max().orElseThrow();
            return Math.round((stored() - first.crates()) * 1e9 / (last - first.nanos()));
        }
    }

    record Stored(int crates, long nanos) {}
}
