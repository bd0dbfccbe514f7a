package stampede.celery;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.TaskHistoryAutoConfiguration;
import stampede.task.BatchTask;
import stampede.task.Delivery;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.TaskQueues;
import stampede.testing.MainClassesOnly;
import stampede.workflow.WorkflowAutoConfiguration;

/**
 * A program that sends a trivial task many times, runs it, and tells how many a second: the engine's side of {@code scripts/bench
 * tasks}. The other side, {@code throughput.py}, does the same in Celery, but for batches, which Celery has not. It does everything
 * twice and tells of the second time only, because a JVM that has just started is still translating: in the first 40,000 tasks that
 * takes twice as much processor time as the tasks themselves.
 */
final class CeleryThroughput {

    private static final String QUEUE = "sums";
    private static final int CONCURRENCY = 2;
    private static final int PREFETCH = 100;
    private static final int WARM_UP = 40_000;

    private static final String BATCHES = "sums.many";
    private static final int TOGETHER = 100;

    /** So many times as many tasks, as they take a tenth of the time. */
    private static final int TIMES_IN_BATCHES = 10;

    /** How many may be published and not confirmed yet; the publisher itself would take 20,000 before it refuses. */
    private static final int ON_THEIR_WAY = 2_000;

    private static final long PATIENCE_SECONDS = 60;

    private final int tasks;

    private CeleryThroughput(int tasks) {
        this.tasks = tasks;
    }

    /** Takes how many tasks it shall be, and the file to which the figures are added. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var tasks = Integer.parseInt(arguments[0]);
        new CeleryThroughput(WARM_UP).measure();
        var lines = new ArrayList<String>();
        new CeleryThroughput(tasks)
                .measure()
                .forEach((name, perSecond) -> lines.add("%s %.0f".formatted(name, perSecond)));
        Files.write(Path.of(arguments[1]), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Each queue is filled while no worker takes from it, and emptied while nobody sends. */
    private Map<String, Double> measure() throws InterruptedException {
        var figures = new LinkedHashMap<String, Double>();
        try (var sender = start(Engine.class, "web")) {
            figures.put("java.published", publish(sender));
        }
        try (var worker = start(Engine.class, "worker")) {
            figures.put("java.executed", worker.getBean(Sums.class).perSecond());
            worker.getBean(TaskQueues.class).pause(QUEUE);
        }
        try (var sender = start(Engine.class, "worker")) {
            figures.put("java.committed", commit(sender, tasks / 10));
            var unused = publish(sender);
        }
        try (var worker = start(EngineWithHistory.class, "worker")) {
            worker.getBean(TaskQueues.class).resume(QUEUE);
            figures.put("java.remembered", worker.getBean(Sums.class).perSecond());
        }
        try (var sender = start(Engine.class, "web")) {
            figures.put("java.published.together", publishTogether(sender));
        }
        try (var worker = start(Engine.class, "worker", "throughput.tasks=" + tasks * TIMES_IN_BATCHES)) {
            figures.put("java.batched", worker.getBean(Sums.class).perSecond());
        }
        return figures;
    }

    /** From the first publish to the last confirmation. */
    private double publish(ConfigurableApplicationContext node) {
        var sender = node.getBean(Tasks.class);
        var room = new Semaphore(ON_THEIR_WAY);
        var lost = new AtomicInteger();
        var start = System.nanoTime();
        for (int number = 0; number < tasks; number++) {
            room.acquireUninterruptibly();
            var unused = sender.publish(new Addition(number, 1)).thenAccept(delivery -> {
                if (delivery != Delivery.CONFIRMED) {
                    lost.incrementAndGet();
                }
                room.release();
            });
        }
        room.acquireUninterruptibly(ON_THEIR_WAY);
        var rate = perSecond(tasks, System.nanoTime() - start);
        checkNoneIsLost(lost.get(), tasks);
        return rate;
    }

    /** Many in each message. */
    private double publishTogether(ConfigurableApplicationContext node) {
        var sender = node.getBean(Tasks.class);
        var messages = tasks * TIMES_IN_BATCHES / TOGETHER;
        var most = ON_THEIR_WAY / TOGETHER;
        var room = new Semaphore(most);
        var lost = new AtomicInteger();
        var start = System.nanoTime();
        for (int message = 0; message < messages; message++) {
            var some = IntStream.range(0, TOGETHER)
                    .boxed()
                    .collect(Collectors.toMap(number -> TaskId.random(), number -> new AdditionOfMany(number, 1)));
            room.acquireUninterruptibly();
            var unused = sender.publishTogether(some).thenAccept(delivery -> {
                if (delivery != Delivery.CONFIRMED) {
                    lost.addAndGet(TOGETHER);
                }
                room.release();
            });
        }
        room.acquireUninterruptibly(most);
        var rate = perSecond(messages * TOGETHER, System.nanoTime() - start);
        checkNoneIsLost(lost.get(), messages * TOGETHER);
        return rate;
    }

    private static void checkNoneIsLost(int lost, int tasks) {
        if (lost > 0) {
            throw new IllegalStateException(
                    "RabbitMQ did not confirm %d of %d tasks: is its disk full, or the machine busy?"
                            .formatted(lost, tasks));
        }
    }

    /** A transaction for each task, from the begin of the first until the relay has the last confirmation. Leaves nothing in the queue. */
    private static double commit(ConfigurableApplicationContext node, int tasks) {
        var sender = node.getBean(Tasks.class);
        var transaction = node.getBean(TransactionTemplate.class);
        var relayed = node.getBean(MeterRegistry.class)
                .get("stampede.task.outbox.delay")
                .timer();
        var start = System.nanoTime();
        for (int number = 0; number < tasks; number++) {
            var sum = new Addition(number, 1);
            transaction.executeWithoutResult(status -> sender.send(sum));
        }
        while (relayed.count() < tasks) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IllegalStateException(
                        "Only %d of %d tasks left the outbox in %d s: measure fewer, or look whether the machine is busy"
                                .formatted(relayed.count(), tasks, PATIENCE_SECONDS));
            }
        }
        var rate = perSecond(tasks, System.nanoTime() - start);
        var waiting = node.getBean(TaskQueues.class).purge(QUEUE);
        if (waiting != tasks) {
            throw new IllegalStateException("RabbitMQ has %d of %d tasks".formatted(waiting, tasks));
        }
        return rate;
    }

    private ConfigurableApplicationContext start(Class<?> engine, String role) {
        return start(engine, role, "throughput.tasks=" + tasks);
    }

    private static ConfigurableApplicationContext start(Class<?> engine, String role, String tasks) {
        return new SpringApplicationBuilder(engine)
                .initializers(new MainClassesOnly())
                .web(WebApplicationType.NONE)
                .run(List.of(
                                "stampede.roles=" + role,
                                "stampede.task.prefix=throughput",
                                "stampede.task.queues.%s.concurrency=%d".formatted(QUEUE, CONCURRENCY),
                                "stampede.task.queues.%s.prefetch=%d".formatted(QUEUE, PREFETCH / CONCURRENCY),
                                "stampede.task.queues.%s.concurrency=%d".formatted(BATCHES, CONCURRENCY),
                                tasks,
                                "spring.main.banner-mode=off",
                                "logging.level.root=warn")
                        .stream()
                        .map(setting -> "--" + setting)
                        .toArray(String[]::new));
    }

    private static double perSecond(int tasks, long nanos) {
        return tasks * 1e9 / nanos;
    }

    record Addition(int x, int y) {}

    record AdditionOfMany(int x, int y) {}

    /** The task, and when it ran first and last. */
    @TestComponent
    @TaskHandlers
    static class Sums {

        private final int tasks;
        private final AtomicInteger runs = new AtomicInteger();
        private final CountDownLatch allRan = new CountDownLatch(1);
        private volatile long first;
        private volatile long last;

        Sums(@Value("${throughput.tasks}") int tasks) {
            this.tasks = tasks;
        }

        @Task(name = "throughput.add", queue = QUEUE)
        int add(Addition sum) {
            note(1);
            return sum.x() + sum.y();
        }

        @BatchTask(name = "throughput.add-many", queue = BATCHES)
        Outcomes addMany(List<Job<AdditionOfMany>> sums) {
            note(sums.size());
            var outcomes = Outcomes.allDone();
            sums.forEach(
                    sum -> outcomes.done(sum, sum.payload().x() + sum.payload().y()));
            return outcomes;
        }

        private void note(int many) {
            var number = runs.addAndGet(many);
            if (number == many) {
                first = System.nanoTime();
            }
            if (number == tasks) {
                last = System.nanoTime();
                allRan.countDown();
            }
        }

        /** Waits until all ran. */
        double perSecond() throws InterruptedException {
            if (!allRan.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        "Only %d of %d tasks ran in %d s: measure fewer, or look whether the machine is busy"
                                .formatted(runs.get(), tasks, PATIENCE_SECONDS));
            }
            return CeleryThroughput.perSecond(tasks, last - first);
        }
    }

    /** The engine alone. */
    @TestComponent
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {
                CeleryAutoConfiguration.class,
                TaskHistoryAutoConfiguration.class,
                WorkflowAutoConfiguration.class
            })
    @Import(Sums.class)
    static class Engine {}

    /** The engine with what the shop has it do as well: a row for each task, told of its way and its result. */
    @TestComponent
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = {CeleryAutoConfiguration.class, WorkflowAutoConfiguration.class})
    @Import(Sums.class)
    static class EngineWithHistory {}
}
