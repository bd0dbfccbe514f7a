package stampede.task.attempt;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.Tasks;
import stampede.task.engine.MarkTasks;
import stampede.task.engine.MarkTasks.Mark;
import stampede.task.engine.MarkTasks.Tally;
import stampede.task.engine.SuiteBroker;
import stampede.task.engine.TaskNode;
import stampede.task.spi.QueueNames;
import stampede.testing.Apart;
import stampede.testing.JavaProcess;
import stampede.testing.Proof;

/**
 * Nodes that relay and work, and in the whole proof the broker, end by {@code kill -9} at random moments while tasks are sent.
 * What was committed comes to its end; what commits with its id has its effects once.
 */
@Apart
class KilledNodeTests {

    private static final int KILLS = Proof.size(3, Integer.getInteger("kills", 100));
    private static final int RATE = Proof.size(200, 1_000);
    private static final int TOGETHER = 20;
    private static final int SENDERS = 4;

    /** One in so many commits with its id. */
    private static final int ONCE = 5;

    private final String prefix = TaskNode.somePrefix();
    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<JavaProcess> nodes = new ArrayList<>();
    private final Queue<Integer> committed = new ConcurrentLinkedQueue<>();
    private ConfigurableApplicationContext sender;
    private MarkTasks markTasks;
    private volatile boolean over;
    private int started;

    @BeforeEach
    void startSender() {
        sender = MarkTasks.start(arguments("web", true));
        markTasks = sender.getBean(MarkTasks.class);
        markTasks.makeTable();
    }

    @AfterEach
    void end() {
        over = true;
        nodes.forEach(JavaProcess::kill);
        markTasks.dropTable();
        sender.close();
    }

    @Test
    void losesNoCommittedTaskAndRepeatsNoEffect(@TempDir Path directory) throws InterruptedException {
        for (int number = 0; number < Proof.size(2, 3); number++) {
            nodes.add(startNode(directory));
        }
        var start = Proof.isFull() ? millisUntilAllRun() : 2_000;
        var begun = System.nanoTime();
        var senders = Executors.newFixedThreadPool(SENDERS);
        var sending = IntStream.range(0, SENDERS)
                .mapToObj(share -> CompletableFuture.runAsync(() -> sendUntilOver(share), senders))
                .toList();
        senders.shutdown();
        var brokerKills = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            // No condition to wait for: that the moment is any is the point. Longer than a node takes to start, on
            // whatever
            // machine, or none would ever work.
            Thread.sleep(random.nextInt(start, 2 * start));
            if (Proof.isFull() && random.nextInt(12) == 0) {
                SuiteBroker.kill();
                SuiteBroker.start();
                brokerKills++;
            } else {
                killNode(directory);
            }
        }
        over = true;
        sending.forEach(CompletableFuture::join);
        var sentIn = (System.nanoTime() - begun) / 1_000_000_000.0;

        awaitEnds();
        runWhatIsDeliveredAgain();
        Proof.print(
                "1: seed %d: %d kills, every %d to %d ms, %d of them of the broker; %d tasks committed in %.0f s (%.0f a second): %d had their effect, %d died,"
                        + " %d effects happened twice of the tasks, one in %d, that commit with their ids; all had ended %.0f s after the last was sent",
                seed,
                KILLS,
                start,
                2 * start,
                brokerKills,
                committed.size(),
                sentIn,
                committed.size() / sentIn,
                markTasks.numbers().size(),
                dead().size(),
                markTasks.markedTwice().size(),
                ONCE,
                (System.nanoTime() - begun) / 1_000_000_000.0 - sentIn);
        assertThat(markTasks.markedTwice()).isEmpty();
        assertThat(markTasks.numbers()).isEqualTo(committedThat(false));
        assertThat(new HashSet<>(dead())).isEqualTo(committedThat(true));
    }

    /** How long that took since they were started, all at once. */
    private int millisUntilAllRun() {
        var begun = System.nanoTime();
        await().atMost(ofMinutes(10)).until(() -> running() == nodes.size());
        return (int) ((System.nanoTime() - begun) / 1_000_000);
    }

    private int running() {
        var running = sender.getBean(JdbcTemplate.class)
                .queryForObject(
                        "select count(*) from task_node where prefix = ? and roles = 'worker'", Integer.class, prefix);
        return Objects.requireNonNull(running);
    }

    /** Each of several senders has numbers of its own, and its share of the rate. */
    private void sendUntilOver(int share) {
        var tasks = sender.getBean(Tasks.class);
        var transaction = sender.getBean(TransactionTemplate.class);
        var chance = new Random(seed + share);
        var start = System.nanoTime();
        for (int turn = 0; !over; turn++) {
            var first = (turn * SENDERS + share) * TOGETHER;
            var numbers = IntStream.range(first, first + TOGETHER).boxed().toList();
            var commits = chance.nextInt(10) > 0;
            transaction.executeWithoutResult(status -> {
                numbers.forEach(number -> tasks.send(task(number)));
                if (!commits) {
                    status.setRollbackOnly();
                }
            });
            if (commits) {
                committed.addAll(numbers);
            }
            LockSupport.parkNanos(
                    Math.max(0, start + turn * (SENDERS * TOGETHER * 1_000_000_000L / RATE) - System.nanoTime()));
        }
    }

    private static Record task(int number) {
        return number % ONCE == 0 ? new Mark(number) : new Tally(number);
    }

    private static boolean isHopeless(int number) {
        return number % ONCE == 0 && new Mark(number).isHopeless();
    }

    private void killNode(Path directory) {
        var index = random.nextInt(nodes.size());
        nodes.get(index).assertRuns();
        nodes.get(index).kill();
        nodes.set(index, startNode(directory));
    }

    private JavaProcess startNode(Path directory) {
        return JavaProcess.start(
                MarkTasks.class,
                List.of("-Xmx256m"),
                List.of(arguments("worker", false)),
                directory.resolve(++started + ".log"));
    }

    private String[] arguments(String role, boolean tidiesUp) {
        return new String[] {
            "--stampede.roles=" + role,
            "--stampede.task.prefix=" + prefix,
            "--stampede.task.last-try-delay=150ms",
            "--stampede.task.queues.marks.concurrency=8",
            "--spring.main.banner-mode=off",
            "--spring.main.keep-alive=" + !tidiesUp,
            "--errands.tidy-up=" + tidiesUp
        };
    }

    private void awaitEnds() {
        await().atMost(Proof.isFull() ? ofMinutes(15) : ofMinutes(2))
                .pollInterval(ofSeconds(1))
                .untilAsserted(() -> {
                    assertThat(markTasks.numbers()).hasSameSizeAs(committedThat(false));
                    assertThat(dead()).hasSameSizeAs(committedThat(true));
                });
    }

    /** What the killed had in hand and what was sent twice is still to run: a node does so, and ends when nothing is left. */
    private void runWhatIsDeliveredAgain() {
        nodes.forEach(JavaProcess::kill);
        nodes.clear();
        var last = MarkTasks.start(arguments("worker", false));
        try {
            await().atMost(ofMinutes(5)).untilAsserted(() -> {
                assertThat(waitingInOutbox()).isZero();
                assertThat(waitingIn("marks") + waitingIn("tallies")).isZero();
            });
        } finally {
            last.close();
        }
    }

    private Set<Integer> committedThat(boolean areHopeless) {
        return committed.stream()
                .filter(number -> isHopeless(number) == areHopeless)
                .collect(Collectors.toSet());
    }

    /** The numbers of those that were set aside. */
    private List<Integer> dead() {
        return sender.getBean(JdbcTemplate.class)
                .query(
                        "select body from task_dead where prefix = ?",
                        (row, index) -> number(row.getString("body")),
                        prefix);
    }

    private static int number(String body) {
        return Integer.parseInt(body.replaceAll(".*\"number\":(\\d+).*", "$1"));
    }

    private long waitingInOutbox() {
        var rows = sender.getBean(JdbcTemplate.class)
                .queryForObject("select count(*) from task_outbox where prefix = ?", Long.class, prefix);
        return Objects.requireNonNull(rows);
    }

    private long waitingIn(String queue) {
        try (var connection = sender.getBean(ConnectionFactory.class).createConnection();
                var channel = connection.createChannel(false)) {
            return channel.messageCount(sender.getBean(QueueNames.class).queue(queue));
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
