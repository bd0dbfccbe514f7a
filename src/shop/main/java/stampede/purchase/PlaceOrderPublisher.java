package stampede.purchase;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import stampede.order.OrderDetail;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.stock.Reservation;
import stampede.support.BackgroundThread;
import stampede.support.StopPhase;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.Tasks;

/**
 * Publishes what this node reserved, behind the backs of the shoppers, who have their answer already: one thread, many messages
 * under way at once. A lone reservation leaves at once; while others are under way, it waits for company, because a message costs
 * the broker the same whatever it carries. The writer may give up at any time, because each reservation stands in Redis until an order takes it over, and the
 * sweeper publishes what this writer did not.
 */
@Component
class PlaceOrderPublisher implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PlaceOrderPublisher.class);

    private static final int MOST_IN_A_MESSAGE = 100;
    private static final Duration LINGER = Duration.ofMillis(20);
    private static final int QUICK_RETRIES = 3;
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration TELL_EVERY = Duration.ofMillis(200);
    private static final Duration PATIENCE_AT_STOP = Duration.ofSeconds(10);

    private final PlaceOrderMessages messages;
    private final Tasks tasks;
    private final ReservationRechecks rechecks;
    private final PlaceOrderPublisherProperties properties;
    private final BrokerCircuitBreaker broker;
    private final PlacementMeters meters;
    private final BlockingQueue<Letter> queue;
    private final Semaphore window;

    private final BackgroundThread writer =
            new BackgroundThread("placement-writer", this::write, () -> {}, PATIENCE_AT_STOP);
    private volatile @Nullable ScheduledExecutorService timer;

    PlaceOrderPublisher(
            PlaceOrderMessages messages,
            Tasks tasks,
            ReservationRechecks rechecks,
            PlaceOrderPublisherProperties properties,
            Clock clock,
            MeterRegistry registry) {
        this.messages = messages;
        this.tasks = tasks;
        this.rechecks = rechecks;
        this.properties = properties;
        this.broker = new BrokerCircuitBreaker(clock, properties.brokerAwayAfter());
        this.queue = new ArrayBlockingQueue<>(properties.writerQueue());
        this.window = new Semaphore(properties.writerWindow());
        this.meters = new PlacementMeters(registry, queue);
    }

    /** Whether another reservation would find its way to the broker soon. While not, nothing more should be reserved. */
    boolean hasRoom() {
        return queue.remainingCapacity() > 0 && broker.letsThrough();
    }

    /** Publishes the order in the background. If there is no room after all, the sweeper does it. */
    void write(Reservation reservation, OrderDetail detail) {
        if (!queue.offer(new Letter(reservation, detail, 0))) {
            meters.countLeftToSweeper();
        }
    }

    private void write() {
        try {
            while (isRunning() || !queue.isEmpty()) {
                var letters = next();
                if (!letters.isEmpty()) {
                    window.acquire(letters.size());
                    publish(letters);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Letter> next() throws InterruptedException {
        var letters = new ArrayList<Letter>();
        var first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
            letters.add(first);
            if (window.availablePermits() < properties.writerWindow() && queue.size() < mostInAMessage()) {
                TimeUnit.MILLISECONDS.sleep(LINGER.toMillis());
            }
            queue.drainTo(letters, mostInAMessage() - 1);
        }
        return letters;
    }

    /** More than the window would never get through it. */
    private int mostInAMessage() {
        return Math.min(MOST_IN_A_MESSAGE, properties.writerWindow());
    }

    private void publish(List<Letter> letters) {
        var unused = delivery(letters).whenComplete((delivery, fault) -> {
            window.release(letters.size());
            handleConfirm(letters, fault == null ? delivery : Delivery.UNKNOWN);
        });
    }

    /** This thread has nobody above it, so a fault must not end it: it counts as no answer. */
    private CompletableFuture<Delivery> delivery(List<Letter> letters) {
        try {
            var payloads = new LinkedHashMap<TaskId, PlaceOrder>();
            letters.forEach(letter -> payloads.put(letter.id(), message(letter)));
            return tasks.publishTogether(payloads);
        } catch (RuntimeException fault) {
            log.error("Orders could not be handed to the broker; the sweeper will", fault);
            return CompletableFuture.completedFuture(Delivery.UNKNOWN);
        }
    }

    private PlaceOrder message(Letter letter) {
        return messages.of(letter.reservation(), letter.detail());
    }

    private void handleConfirm(List<Letter> letters, Delivery delivery) {
        switch (delivery) {
            case CONFIRMED -> {
                broker.recordConfirm();
                meters.countConfirmed(letters.size());
                letters.forEach(letter -> rechecks.add(letter.reservation()));
            }
            case REFUSED, UNKNOWN -> {
                broker.recordFailure();
                letters.forEach(this::retry);
            }
        }
    }

    private void retry(Letter letter) {
        var now = timer;
        if (now == null || letter.retries() == QUICK_RETRIES) {
            meters.countLeftToSweeper();
            return;
        }
        meters.countRetried();
        var wait = FIRST_RETRY.toMillis() << letter.retries();
        var unused = now.schedule(() -> queue.offer(letter.withRetry()), wait, TimeUnit.MILLISECONDS);
    }

    @Override
    public void start() {
        var started = newTimer();
        timer = started;
        writer.start();
        var every = TELL_EVERY.toMillis();
        var unused = started.scheduleWithFixedDelay(rechecks::recheck, every, every, TimeUnit.MILLISECONDS);
    }

    /** Publishes what waits and hears the broker out, as far as patience goes. The rest stands in Redis. */
    @Override
    public void stop() {
        var stopped = timer;
        timer = null;
        if (stopped != null) {
            drain(stopped);
            rechecks.recheck();
        }
    }

    private void drain(ScheduledExecutorService stopped) {
        writer.stop();
        try {
            if (window.tryAcquire(properties.writerWindow(), PATIENCE_AT_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                window.release(properties.writerWindow());
            } else {
                log.warn("Stopped before the broker confirmed everything; the sweeper will publish the rest again");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        stopped.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return writer.isRunning();
    }

    @Override
    public int getPhase() {
        return StopPhase.SENDERS.value();
    }

    private static ScheduledExecutorService newTimer() {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "placement-timer");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** What is to be published, and how often that has been tried again. */
    private record Letter(Reservation reservation, OrderDetail detail, int retries) {

        TaskId id() {
            return new TaskId(reservation.id().toString());
        }

        Letter withRetry() {
            return new Letter(reservation, detail, retries + 1);
        }
    }
}
