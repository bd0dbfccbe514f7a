package stampede.mixture;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.admin.TaskQueues;
import stampede.testing.JavaProcess;

/**
 * A program behind {@code scripts/bench mixture}: what no sale has, for as many minutes as one likes, on two worker processes and this
 * one, which sends. At the end each task has run as often as it may, and nothing has grown.
 */
final class MixtureBench {

    private static final int LONG_AT_ONCE = 8;
    private static final int MINUTES_PER_WORKFLOW = 3;
    private static final Duration UNTIL_A_NODE_RUNS = Duration.ofMinutes(10);
    private static final Duration UNTIL_A_NODE_ENDS = Duration.ofMinutes(5);
    private static final Duration UNTIL_ALL_IS_DONE = Duration.ofMinutes(5);

    private final ConfigurableApplicationContext node;
    private final JdbcTemplate jdbc;
    private final TaskQueues queues;
    private final MixtureSender sender;
    private final MixtureChecks checks;
    private final Path log;
    private final long lastsMillis;
    private final long longMillis;
    private final long drainSeconds;
    private final List<JavaProcess> workers = new CopyOnWriteArrayList<>();
    private final List<String> processes = new ArrayList<>(List.of("worker 1", "worker 2"));
    private long begunMillis;
    private int started;

    private MixtureBench(int minutes, int perSecond, Path log) {
        this.log = log;
        this.lastsMillis = TimeUnit.MINUTES.toMillis(minutes);
        this.longMillis = lastsMillis / 6;
        this.drainSeconds = Math.max(5, Math.min(20, TimeUnit.MILLISECONDS.toSeconds(lastsMillis) / 90));
        this.node = MixtureNode.start("web", MixtureChecks.SENDER, longMillis, drainSeconds);
        this.jdbc = node.getBean(JdbcTemplate.class);
        this.queues = node.getBean(TaskQueues.class);
        this.sender = new MixtureSender(node, perSecond);
        this.checks = new MixtureChecks(node);
    }

    /** Takes the minutes, how many tasks a second are sent, and the file for the tables. Ends with 1 if anything is wrong. */
    public static void main(String[] arguments) throws IOException {
        var tables = Path.of(arguments[2]);
        var bench = new MixtureBench(
                Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), Path.of(arguments[2] + ".log"));
        // Also when it is ended because it takes too long.
        Runtime.getRuntime().addShutdownHook(new Thread(bench::killWorkers));
        var isWell = false;
        try {
            isWell = bench.run(tables);
        } catch (RuntimeException failure) {
            bench.say("it came to no end: " + failure);
        } finally {
            bench.close();
        }
        // Also after a failure, for the thread of the workflows would go on.
        System.exit(isWell ? 0 : 1);
    }

    private boolean run(Path tables) throws IOException {
        MixtureRunRepository.make(jdbc);
        startWorker(0);
        startWorker(1);
        startSampling();
        begunMillis = System.currentTimeMillis();
        sender.start();
        play();
        sender.finish();
        checks.sendingIsOver(begunMillis, System.currentTimeMillis());
        var isDone = awaitEnds();
        var far = sender.cancelFar();
        var report = new MixtureReport(checks, processes);
        var isWell = report.write(tables, isDone, far, sender.refusedCancels(), sender.failures());
        stopWorkers();
        return isWell;
    }

    /** What happens when, as parts of the whole. Each waits until the one before it is over. */
    private void play() {
        var pairs = Math.max(2, TimeUnit.MILLISECONDS.toMinutes(lastsMillis) / MINUTES_PER_WORKFLOW);
        var workflows = new Thread(() -> startWorkflows(pairs), "workflows");
        workflows.start();
        at(0.05, () -> sender.sendLong(LONG_AT_ONCE));
        at(0.08, this::pause);
        at(0.15, this::restartWorkers);
        at(0.30, sender::startChainAndCallItOff);
        at(0.40, () -> sender.sendLong(LONG_AT_ONCE));
        at(0.42, this::resume);
        at(0.45, this::restartWorkers);
        at(0.60, () -> sender.sendLong(LONG_AT_ONCE));
        at(0.65, this::restartBroker);
        // What comes after the broker's restart is to be seen, however long that took.
        at(Math.max(1, part() + 0.2), () -> {});
        join(workflows);
    }

    /** A chain and a chord in turn, until nine tenths of the time are over. */
    private void startWorkflows(long pairs) {
        for (int index = 0; index < pairs; index++) {
            at(0.02 + 0.85 * index / pairs, sender::startChain);
            at(0.02 + 0.85 * (index + 0.5) / pairs, sender::startChord);
        }
    }

    private double part() {
        return (double) (System.currentTimeMillis() - begunMillis) / lastsMillis;
    }

    private void at(double part, Runnable what) {
        var due = begunMillis + (long) (part * lastsMillis);
        for (var left = due - System.currentTimeMillis(); left > 0; left = due - System.currentTimeMillis()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
        }
        what.run();
    }

    private void pause() {
        queues.pause("rested");
        checks.begin(MixtureChecks.PAUSE);
        sender.paused(true);
        say("the queue is paused");
    }

    private void resume() {
        sender.paused(false);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        await(UNTIL_A_NODE_RUNS, "a cancel takes too long", () -> checks.notCalledOffWhilePaused() == 0);
        checks.end(MixtureChecks.PAUSE);
        queues.resume("rested");
        say("the queue is resumed");
    }

    /** One after the other, so that one of them works. */
    private void restartWorkers() {
        for (int index = 0; index < workers.size(); index++) {
            checks.begin(MixtureChecks.NODE_RESTART);
            var old = workers.get(index);
            old.signal("TERM");
            if (!old.awaitEnd(UNTIL_A_NODE_ENDS)) {
                throw new IllegalStateException(processes.get(index) + " does not end");
            }
            checks.end(MixtureChecks.NODE_RESTART);
            startWorker(index);
        }
        say("the workers were restarted");
    }

    private void startWorker(int index) {
        var name = "worker %d.%d".formatted(index + 1, ++started);
        var worker = JavaProcess.start(
                MixtureNode.class,
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                List.of(name, Long.toString(longMillis), Long.toString(drainSeconds)),
                log);
        if (index < workers.size()) {
            workers.set(index, worker);
        } else {
            workers.add(worker);
        }
        processes.set(index, name);
        await(UNTIL_A_NODE_RUNS, name + " does not run", () -> {
            worker.assertRuns();
            return checks.hasSample(name);
        });
    }

    private void restartBroker() {
        checks.begin(MixtureChecks.BROKER_RESTART);
        servers("stop");
        servers("start");
        checks.end(MixtureChecks.BROKER_RESTART);
        say("the broker was restarted");
    }

    private static void servers(String verb) {
        var place = Objects.requireNonNull(System.getenv("STAMPEDE_SERVERS"), "STAMPEDE_SERVERS says where they are");
        try {
            var command = new ProcessBuilder("scripts/servers", verb, place, "", "rabbitmq").inheritIO();
            command.environment().put("STAMPEDE_SERVERS_PATIENCE", "900");
            var answer = command.start().waitFor();
            if (answer != 0) {
                throw new IllegalStateException("scripts/servers " + verb + " answers " + answer);
            }
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void startSampling() {
        for (var sampling :
                List.<Runnable>of(() -> MixtureNode.sample(node, MixtureChecks.SENDER), checks::sampleRows)) {
            var thread = new Thread(sampling, "sampling");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Answers false if they take too long, so that the tables tell what is missing. */
    private boolean awaitEnds() {
        say("nothing more is sent");
        var end = System.nanoTime() + UNTIL_ALL_IS_DONE.toNanos() + TimeUnit.MILLISECONDS.toNanos(longMillis);
        while (System.nanoTime() - end < 0) {
            if (checks.isAllDone()) {
                return true;
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
        return false;
    }

    private static void await(Duration patience, String otherwise, Condition condition) {
        var end = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(otherwise);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private void say(String what) {
        System.out.printf("%4d s: %s%n", (System.currentTimeMillis() - begunMillis) / 1_000, what);
    }

    private void stopWorkers() {
        workers.forEach(worker -> worker.signal("TERM"));
        workers.forEach(worker -> worker.awaitEnd(UNTIL_A_NODE_ENDS));
    }

    private void close() {
        sender.close();
        killWorkers();
        node.close();
    }

    private void killWorkers() {
        List.copyOf(workers).forEach(JavaProcess::kill);
    }

    private interface Condition {

        boolean holds();
    }
}
