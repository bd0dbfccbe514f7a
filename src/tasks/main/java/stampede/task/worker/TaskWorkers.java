package stampede.task.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.OutageRetry;
import stampede.support.StopPhase;
import stampede.task.TaskProperties;
import stampede.task.broker.QueueConsumers;
import stampede.task.handler.TaskDefinition;
import stampede.task.queue.QueueOverrideRepository;
import stampede.task.spi.QueueNames;

/**
 * Works the queues that are selected for this node, as much as its settings say or as was asked for since. When the node stops, it
 * takes nothing more at once. What it has in hand it still begins for a moment, because what goes back to the broker is late and counts
 * as delivered twice; what runs then may finish; the rest goes back when the channels close. What was asked for is looked up on a thread
 * of its own, because an operator who pauses a queue must not wait for anything else. All queues are looked after side by side, because
 * after a broker has died each may have to wait for its own leader.
 */
@OnRole(NodeRole.WORKER)
class TaskWorkers implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(TaskWorkers.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final long GLANCE_MILLIS = 10;

    /** The client asks RabbitMQ no longer than that. */
    private static final Duration MOST_FOR_A_TURN = Duration.ofSeconds(10);

    private final QueueConsumers consumers;
    private final QueueSelection selection;
    private final QueueNames names;
    private final TaskProperties properties;
    private final WorkerProperties workerProperties;
    private final QueueListeners listeners;
    private final QueueOverrideRepository orders;
    private final OutageRetry outageRetry;
    private final Map<String, QueueWorker> workers = new TreeMap<>();
    private final List<DeadLetterWorker> deadLetters = new ArrayList<>();
    private @Nullable Map<String, QueueOverrideRepository.QueueOverride> known;
    private @Nullable ExecutorService sideBySide;
    private final BackgroundThread thread = new BackgroundThread("task-workers", BETWEEN_LOOKS, this::turn);

    TaskWorkers(
            QueueConsumers consumers,
            QueueSelection selection,
            QueueNames names,
            TaskProperties properties,
            WorkerProperties workerProperties,
            QueueListeners listeners,
            QueueOverrideRepository orders,
            OutageRetry outageRetry) {
        this.consumers = consumers;
        this.selection = selection;
        this.names = names;
        this.properties = properties;
        this.workerProperties = workerProperties;
        this.listeners = listeners;
        this.orders = orders;
        this.outageRetry = outageRetry;
    }

    @Override
    public void start() {
        outageRetry.start();
        sideBySide = Executors.newCachedThreadPool(daemons());
        selection.queues().forEach((queue, tasks) -> workers.put(queue, worker(queue, tasks.get(0))));
        deadLetters.add(new DeadLetterWorker(consumers.of(QueueNames.DEAD), listeners.deadLetters(), threads("dead")));
        thread.start();
    }

    @Override
    public void stop() {
        thread.stop();
        try {
            endTurn();
            workers.values().forEach(QueueWorker::stopTaking);
            deadLetters.forEach(DeadLetterWorker::stopTaking);
            finishWhatIsInHand();
            outageRetry.stop();
            finishWhatRuns();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        workers.values().forEach(QueueWorker::close);
        deadLetters.forEach(DeadLetterWorker::close);
        workers.clear();
        deadLetters.clear();
    }

    @Override
    public int getPhase() {
        return StopPhase.WORKERS.value();
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    /** Until it was read once what was asked for, nothing is taken: a queue may be paused. */
    private void turn() throws InterruptedException {
        try {
            known = orders.all();
        } catch (DataAccessException away) {
            log.debug("Queues go on as they were", away);
        }
        var asked = known;
        if (asked != null) {
            doAll(Stream.concat(
                            workers.entrySet().stream()
                                    .map(entry -> () -> work(entry.getKey(), entry.getValue(), asked)),
                            deadLetters.stream().<Runnable>map(worker -> worker::work))
                    .toList());
        }
    }

    private void doAll(List<Runnable> works) throws InterruptedException {
        var done = Objects.requireNonNull(sideBySide)
                .invokeAll(works.stream().map(Executors::callable).toList());
        for (var one : done) {
            try {
                one.get();
            } catch (ExecutionException failed) {
                throw new IllegalStateException("A queue cannot be looked after", failed.getCause());
            }
        }
    }

    /** So that nothing is taken any more by what a stop has interrupted. */
    private void endTurn() throws InterruptedException {
        var running = Objects.requireNonNull(sideBySide);
        running.shutdownNow();
        if (!running.awaitTermination(MOST_FOR_A_TURN.toSeconds(), TimeUnit.SECONDS)) {
            log.warn("Some queues still wait for RabbitMQ, although the node stops");
        }
    }

    private void work(String queue, QueueWorker worker, Map<String, QueueOverrideRepository.QueueOverride> asked) {
        var override = asked.getOrDefault(queue, QueueOverrideRepository.QueueOverride.NONE);
        worker.work(properties.queue(queue), override);
    }

    private void finishWhatIsInHand() throws InterruptedException {
        var deadline = System.nanoTime() + workerProperties.windDown().toNanos();
        while (!isDone() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
        }
    }

    private boolean isDone() {
        return workers.values().stream().allMatch(QueueWorker::isDone)
                && deadLetters.stream().allMatch(DeadLetterWorker::isDone);
    }

    /** Of all queues together: each thread that idles takes a moment to see that it ends. */
    private void finishWhatRuns() throws InterruptedException {
        var deadline = System.nanoTime() + workerProperties.drainTimeout().toNanos();
        workers.values().forEach(QueueWorker::stopRunning);
        var ended = true;
        for (var worker : workers.values()) {
            ended &= worker.endRuns(deadline);
        }
        for (var worker : workers.values()) {
            ended &= worker.endSettling(deadline);
        }
        for (var worker : deadLetters) {
            ended &= worker.end(deadline);
        }
        if (!ended) {
            log.warn("Some tasks still ran when the time to stop was over; they go back to the broker");
        }
    }

    private QueueWorker worker(String queue, TaskDefinition task) {
        return new QueueWorker(
                queue,
                task,
                consumers.of(queue),
                listeners.of(queue, task),
                properties.lastTryDelay(),
                properties.consumerTimeout(),
                threads(queue));
    }

    private static CustomizableThreadFactory daemons() {
        var threads = new CustomizableThreadFactory("task-workers-");
        threads.setDaemon(true);
        return threads;
    }

    /**
     * Threads of the operating system, which shares the processors among them. Virtual ones would stand in one line with all requests of
     * the node, also while they keep rows locked.
     */
    private SimpleAsyncTaskExecutor threads(String queue) {
        var executor = new SimpleAsyncTaskExecutor(names.queue(queue) + "-");
        executor.setDaemon(true);
        return executor;
    }
}
