package stampede.task.beat;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.task.engine.Clockwork;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import stampede.testing.JavaProcess;
import stampede.testing.Proof;

/** Beat nodes are killed at random moments while this process runs their ticks. */
@Apart
class BeatKillTests {

    private static final long EVERY = 200;

    private final String prefix = TaskNode.somePrefix();
    private final List<BeatNode> beats = new ArrayList<>();
    private final List<Long> kills = new ArrayList<>();

    @Test
    void losesAndRepeatsNoTickWhenBeatNodesAreKilled(@TempDir Path directory) throws InterruptedException {
        var random = new Random(Long.getLong("seed", 42));
        try (var worker = Clockwork.start(arguments("worker"))) {
            var clockwork = worker.getBean(Clockwork.class);
            for (int number = 0; number < Proof.size(2, 3); number++) {
                beats.add(startBeat(directory));
            }
            for (int number = 0; number < Proof.size(1, Integer.getInteger("kills", 100)); number++) {
                awaitTicks(clockwork, 5);
                await().atMost(ofMinutes(2))
                        .until(() -> beats.stream().filter(BeatNode::ticks).count() > 1);
                Thread.sleep(random.nextInt(300));
                killOne(random, directory);
            }
            awaitTicks(clockwork, 10);
            check(clockwork);
        }
    }

    private void check(Clockwork clockwork) {
        var due = clockwork.ticks().stream().map(Clockwork.Run::dueMs).sorted().toList();
        var first = due.get(0);
        var last = due.get(due.size() - 1);
        var late = clockwork.ticks().stream().map(Clockwork.Run::lateness).toList();
        var after = kills.stream().map(kill -> firstAfter(clockwork, kill)).toList();
        Proof.print(
                "7: %d beat nodes, %d kills, a tick every %d ms: %d ticks ran, %d wanted; late p50 %d ms, p99 %d ms, most %d ms;"
                        + " the next tick after a kill: p50 %d ms, most %d ms late",
                beats.size(),
                kills.size(),
                EVERY,
                due.size(),
                (last - first) / EVERY + 1,
                Proof.percentile(late, 0.5),
                Proof.percentile(late, 0.99),
                Proof.percentile(late, 1),
                Proof.percentile(after, 0.5),
                Proof.percentile(after, 1));
        assertThat(due)
                .containsExactlyElementsOf(LongStream.rangeClosed(first / EVERY, last / EVERY)
                        .map(number -> number * EVERY)
                        .boxed()
                        .toList());
    }

    /** How late the first tick was that was due after the kill. */
    private static long firstAfter(Clockwork clockwork, long killMs) {
        return clockwork.ticks().stream()
                .filter(tick -> tick.dueMs() > killMs)
                .min(Comparator.comparingLong(Clockwork.Run::dueMs))
                .orElseThrow()
                .lateness();
    }

    private static void awaitTicks(Clockwork clockwork, int more) {
        var enough = clockwork.ticks().size() + more;
        await().atMost(ofMinutes(2)).until(() -> clockwork.ticks().size() >= enough);
    }

    private void killOne(Random random, Path directory) {
        var index = random.nextInt(beats.size());
        beats.get(index).kill();
        kills.add(System.currentTimeMillis());
        if (Proof.isFull()) {
            beats.set(index, startBeat(directory));
        }
    }

    private BeatNode startBeat(Path directory) {
        var log = directory.resolve(kills.size() + "-" + beats.size() + ".log");
        return new BeatNode(
                JavaProcess.start(Clockwork.class, List.of("-Xmx256m"), List.of(arguments("beat")), log), log);
    }

    private String[] arguments(String role) {
        return new String[] {
            "--stampede.roles=" + role,
            "--stampede.task.prefix=" + prefix,
            "--" + Clockwork.EVERY + "=" + EVERY + "ms",
            "--spring.main.banner-mode=off",
            "--errands.tidy-up=" + role.equals("worker")
        };
    }

    @AfterEach
    void end() {
        beats.forEach(BeatNode::kill);
    }

    private record BeatNode(JavaProcess process, Path log) {

        /** It takes part in the competition for ticks. */
        boolean ticks() {
            try {
                return Files.readString(log).contains("Started Clockwork");
            } catch (IOException none) {
                return false;
            }
        }

        void kill() {
            process.kill();
        }
    }
}
