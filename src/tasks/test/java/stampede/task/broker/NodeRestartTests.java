package stampede.task.broker;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.admin.DeadTask;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** What comes again after a restart runs like anything else, unless a process may have died of it. */
@Apart
class NodeRestartTests {

    private static final int TASKS = 12;

    private final String prefix = TaskNode.somePrefix();
    private final String key = UUID.randomUUID().toString();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void release() {
        goOn.countDown();
    }

    @Test
    void runsAsManyAtATimeAsBeforeAnOrdinaryRestart() {
        leaveInHand(TaskNode.start(
                prefix, "errands.tidy-up=false", "stampede.task.wind-down=0ms", "stampede.task.drain-timeout=1s"));

        try (var next = TaskNode.start(prefix)) {
            var atOnce = new CountDownLatch(4);
            next.errands().when(key, (number, attempt) -> {
                atOnce.countDown();
                assertThat(atOnce.await(30, TimeUnit.SECONDS)).isTrue();
            });

            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(next.errands().runs(key)).hasSize(TASKS));
            assertThat(atOnce.getCount()).isZero();
        }
    }

    @Test
    void runsOneAtATimeWhatComesAgainAfterANodeHasDied() {
        leaveInHand(TaskNode.start(
                prefix, "errands.tidy-up=false", "stampede.task.wind-down=0ms", "stampede.task.drain-timeout=1s"));
        try (var next = TaskNode.start(prefix, "errands.tidy-up=false", "stampede.task.serve=chores")) {
            next.bean(JdbcTemplate.class)
                    .update("""
                            insert into task_node (prefix, name, roles, started_ms, seen_ms, stopping, running, queues)
                            values (?, 'dead', 'web,worker', 0, ?, false, '[]', '{}')
                            """, prefix, Instant.now().minusSeconds(60).toEpochMilli());
        }

        try (var next = TaskNode.start(prefix)) {
            var running = new ConcurrentLinkedQueue<Integer>();
            next.errands().when(key, (number, attempt) -> {
                running.add(number);
                TimeUnit.MILLISECONDS.sleep(20);
                assertThat(running).containsExactly(number);
                running.remove(number);
            });

            await().atMost(ofSeconds(60))
                    .untilAsserted(() -> assertThat(next.errands().runs(key)).hasSize(TASKS));
            assertThat(next.errands().runs(key)).allMatch(run -> run.context().attempt() == 1);
        }
    }

    /** 300 tasks of a second on four threads; a node stops in the middle, and another starts. */
    @Test
    void costsNoThroughput() {
        var all = Proof.size(40, 300);
        var first = TaskNode.start(prefix, "errands.tidy-up=false");
        var errands = first.errands();
        errands.when(key, (number, attempt) -> TimeUnit.SECONDS.sleep(1));
        IntStream.range(0, all).forEach(number -> first.tasks().send(new Errand(key, number)));
        await().atMost(ofMinutes(5)).until(() -> errands.runs(key).size() >= all / 4);
        first.close();
        var left = all - errands.runs(key).size();

        try (var next = TaskNode.start(prefix)) {
            var begun = System.nanoTime();
            next.errands().when(key, (number, attempt) -> TimeUnit.SECONDS.sleep(1));
            await().atMost(Duration.ofMinutes(10))
                    .untilAsserted(() -> assertThat(next.errands().runs(key)).hasSizeGreaterThanOrEqualTo(left));
            Proof.print(
                    "restart: %d tasks of 1 s that were left took %.0f s on four threads",
                    left, (System.nanoTime() - begun) / 1e9);
            assertThat(next.errands().runs(key)).extracting(Errands.Run::number).doesNotHaveDuplicates();
        }
    }

    /** Two nodes stop and start in turn while others send without a pause. */
    @Test
    void runsEachTaskOnceInARollingRestartUnderLoad() {
        var perSecond = Proof.size(200, 1_000);
        var sent = new AtomicInteger();
        var errands = new ArrayList<Errands>();
        var clock = Executors.newSingleThreadScheduledExecutor();
        try (var sender = TaskNode.start(prefix, "stampede.roles=web", "errands.tidy-up=false")) {
            var nodes = new ArrayDeque<>(List.of(worker(errands), worker(errands)));
            var unused = clock.scheduleAtFixedRate(
                    () -> IntStream.range(0, perSecond / 100)
                            .forEach(number -> sender.tasks().send(new Errand(key, sent.getAndIncrement()))),
                    0,
                    10,
                    TimeUnit.MILLISECONDS);
            for (int restart = 0; restart < Proof.size(2, 8); restart++) {
                var old = errands.get(errands.size() - 2);
                var before = old.runs(key).size();
                await().atMost(ofSeconds(60)).until(() -> old.runs(key).size() > before + perSecond);
                nodes.remove().close();
                nodes.add(worker(errands));
            }
            clock.shutdown();
            await().atMost(ofSeconds(90)).until(() -> runs(errands).size() >= sent.get());
            assertThat(runs(errands)).doesNotHaveDuplicates().hasSize(sent.get());
            assertThat(nodes.element().dead().count(DeadTask.Status.DEAD)).isZero();
            nodes.forEach(TaskNode::close);
            Proof.print(
                    "rolling restarts of %d nodes, %d tasks a second: %d tasks ran once",
                    errands.size(), perSecond, sent.get());
        } finally {
            clock.shutdownNow();
        }
        TaskNode.start(prefix).close();
    }

    private TaskNode worker(List<Errands> errands) {
        var node = TaskNode.start(prefix, "errands.tidy-up=false");
        errands.add(node.errands());
        return node;
    }

    private List<Integer> runs(List<Errands> errands) {
        return errands.stream()
                .flatMap(each -> each.runs(key).stream())
                .map(Errands.Run::number)
                .toList();
    }

    /** Ends the node while it holds all tasks, of which four run. */
    private void leaveInHand(TaskNode node) {
        try (node) {
            IntStream.range(0, 40).forEach(number -> node.tasks().send(new Errand("short", number)));
            await().atMost(ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(node.errands().runs("short")).hasSize(40));
            node.errands().when(key, (number, attempt) -> goOn.await());
            IntStream.range(0, TASKS).forEach(number -> node.tasks().send(new Errand(key, number)));
            await().atMost(ofSeconds(20)).until(() -> node.inHand("errands") == TASKS);
        }
    }
}
