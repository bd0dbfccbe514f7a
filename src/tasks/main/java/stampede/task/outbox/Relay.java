package stampede.task.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.StopPhase;
import stampede.task.Delivery;
import stampede.task.TaskBrokerProperties;
import stampede.task.handler.TaskRegistry;
import stampede.task.spi.QueueNames;

/**
 * Publishes what waits in the outbox. Any number may run: each claims rows of its own, queue by queue, shortly before they are due, publishes
 * each at its time outside of any lock, and removes those that the broker confirmed. What a relay that died had in hand comes
 * up again when its lease ends, so a task may be sent twice.
 */
@OnRole(NodeRole.WORKER)
class Relay implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(Relay.class);
    private static final Duration BETWEEN_MEASURES = Duration.ofSeconds(5);

    /** Answers are gathered for so long, because removing a hundred rows costs little more than removing one. */
    private static final Duration GATHERS = Duration.ofMillis(10);

    /** How many batches may be in hand; of one queue half of that, as the broker may leave some of them without an answer. */
    private static final int BATCHES = 4;

    /** Queues that this node does not serve are looked for so often. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /** Of how many queues rows are taken at a time. */
    private static final int MOST_QUEUES = 50;

    private final OutboxRepository outbox;
    private final OutboxPublisher publisher;
    private final RelaySignal signal;
    private final TaskRegistry registry;
    private final RelayProperties properties;
    private final TaskBrokerProperties broker;
    private final Clock clock;
    private final Timer delays;

    private volatile OutboxRepository.Backlog backlog = new OutboxRepository.Backlog(0, Duration.ZERO);
    private final BackgroundThread thread;
    private boolean failing;
    private final ClaimedTasks claimed = new ClaimedTasks();
    private final QueueCircuitBreakers breakers = new QueueCircuitBreakers();
    private final Set<String> queues = new TreeSet<>();
    private long nextLookNanos = System.nanoTime();
    private long nextMeasureNanos = System.nanoTime();
    private long nextSettlingNanos = System.nanoTime();

    Relay(
            OutboxRepository outbox,
            OutboxPublisher publisher,
            RelaySignal signal,
            TaskRegistry registry,
            RelayProperties properties,
            TaskBrokerProperties broker,
            Clock clock,
            MeterRegistry meters) {
        this.outbox = outbox;
        this.publisher = publisher;
        this.signal = signal;
        this.registry = registry;
        this.properties = properties;
        this.broker = broker;
        this.clock = clock;
        this.thread = new BackgroundThread(
                "task-relay", this::run, signal::wake, broker.confirmTimeout().multipliedBy(2));
        this.delays = Timer.builder("stampede.task.outbox.delay")
                .description("How long after it was due a task left the outbox")
                .serviceLevelObjectives(
                        Duration.ofMillis(5),
                        Duration.ofMillis(20),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60))
                .register(meters);
        Gauge.builder("stampede.task.outbox.waiting", () -> backlog.waiting())
                .description("Tasks that are due and still in the outbox")
                .register(meters);
        Gauge.builder("stampede.task.outbox.lag", () -> backlog.lag().toMillis() / 1000.0)
                .baseUnit("seconds")
                .description("How long the oldest due task has waited in the outbox")
                .register(meters);
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    @Override
    public int getPhase() {
        return StopPhase.RELAY.value();
    }

    private void run() {
        while (isRunning()) {
            if (!turnedAndLeftMore()) {
                signal.await(pause());
            }
        }
        finish();
    }

    private Duration pause() {
        var most = (claimed.size() > 0 ? GATHERS : properties.pollEvery()).toMillis();
        return Duration.ofMillis(claimed.untilNext(clock.millis(), most));
    }

    private boolean turnedAndLeftMore() {
        try {
            measure();
            var more = publisher.isReady() && claim();
            publishDue();
            settleNowAndThen();
            renew();
            failing = false;
            return more;
        } catch (RuntimeException unavailable) {
            publishDue();
            if (!failing) {
                log.warn("The outbox cannot be read, trying on", unavailable);
            }
            failing = true;
            return false;
        }
    }

    /** Looks ahead so far that no row becomes due unseen before the next look. Answers whether there may be more. */
    private boolean claim() {
        var by = clock.instant().plus(properties.pollEvery().multipliedBy(2));
        if (!outbox.isAnyDue(by)) {
            return false;
        }
        lookForQueues();
        var shares = shares(outbox.due(queues, by));
        if (shares.isEmpty()) {
            return false;
        }
        var rows = outbox.claim(shares, by, properties.lease());
        claimed.add(rows, System.nanoTime());
        var taken = rows.stream()
                .collect(Collectors.groupingBy(OutboxRepository.Row::queue, Collectors.summingInt(row -> 1)));
        breakers.probe(taken.keySet());
        return taken.entrySet().stream()
                .anyMatch(queue -> queue.getValue() > 1 && queue.getValue().equals(shares.get(queue.getKey())));
    }

    /** Others may send to queues that this node does not know. */
    private void lookForQueues() {
        if (System.nanoTime() - nextLookNanos > 0) {
            nextLookNanos = System.nanoTime() + BETWEEN_LOOKS.toNanos();
            queues.clear();
            queues.add(QueueNames.DEAD);
            queues.addAll(registry.queues().keySet());
            queues.addAll(outbox.queues());
        }
    }

    /** Each queue gets the same, so that one that has much does not hold up the others. */
    private Map<String, Integer> shares(List<String> due) {
        var now = System.nanoTime();
        var allowed = due.stream()
                .distinct()
                .filter(queue -> breakers.allows(queue, mostOf(queue), now) > 0)
                .limit(MOST_QUEUES)
                .toList();
        var room = Math.min(properties.relayBatch(), BATCHES * properties.relayBatch() - claimed.size());
        if (allowed.isEmpty() || room < 1) {
            return Map.of();
        }
        var each = Math.max(1, room / allowed.size());
        return allowed.stream()
                .collect(Collectors.toMap(
                        Function.identity(), queue -> Math.min(each, breakers.allows(queue, mostOf(queue), now))));
    }

    private int mostOf(String queue) {
        return BATCHES * properties.relayBatch() / 2 - claimed.size(queue);
    }

    private void publishDue() {
        for (var row : claimed.due(clock.millis())) {
            var unused = publisher.publish(row).thenAccept(delivery -> claimed.answer(row, delivery, clock.millis()));
        }
    }

    private void settleNowAndThen() {
        if (claimed.hasAnswers() && System.nanoTime() - nextSettlingNanos > 0) {
            settle();
            nextSettlingNanos = System.nanoTime() + GATHERS.toNanos();
        }
    }

    private void settle() {
        var answers = claimed.answers();
        var sent = answers.stream()
                .filter(answer -> answer.delivery() == Delivery.CONFIRMED)
                .toList();
        if (!sent.isEmpty()) {
            outbox.remove(sent.stream().map(ClaimedTasks.Answered::row).toList());
        }
        breakers.hear(answers, System.nanoTime());
        if (sent.size() < answers.size()) {
            putBack(answers);
        }
        claimed.forget(answers);
        sent.forEach(
                answer -> delays.record(Math.max(0, answer.atMs() - answer.row().dueMs()), TimeUnit.MILLISECONDS));
    }

    private void putBack(List<ClaimedTasks.Answered> answers) {
        var now = clock.millis();
        outbox.putBack(answers.stream()
                .filter(answer -> answer.delivery() != Delivery.CONFIRMED)
                .collect(Collectors.toMap(ClaimedTasks.Answered::row, answer -> next(answer, now))));
    }

    /** A row that its queue refused comes up behind those that were not tried yet, as it may be refused for a fault of its own. */
    private Instant next(ClaimedTasks.Answered answer, long nowMs) {
        return Optional.of(answer.row().queue())
                .filter(queue -> answer.delivery() == Delivery.REFUSED)
                .flatMap(breakers::rest)
                .map(rest -> Instant.ofEpochMilli(nowMs).plus(rest).plus(QueueCircuitBreakers.SHORTEST))
                .orElseGet(() -> answer.row().nextTry(nowMs));
    }

    /** Keeps others from what the broker has not answered for long. */
    private void renew() {
        var now = System.nanoTime();
        var old = claimed.claimedBefore(now - properties.lease().toNanos() / 3, now);
        if (!old.isEmpty()) {
            outbox.hold(old, clock.instant().plus(properties.lease()));
        }
    }

    /** Waits for the answers that are outstanding and leaves what has not been sent to the others at once. */
    private void finish() {
        try {
            var rest = claimed.giveUpWaiting();
            if (!rest.isEmpty()) {
                outbox.hold(rest, clock.instant());
            }
            var patience = System.nanoTime() + broker.confirmTimeout().toNanos();
            while (claimed.size() > 0 && System.nanoTime() - patience < 0) {
                settle();
                signal.await(GATHERS);
            }
        } catch (RuntimeException unavailable) {
            log.warn("The outbox cannot be reached; what was in hand comes up again", unavailable);
        }
    }

    private void measure() {
        if (System.nanoTime() - nextMeasureNanos > 0) {
            nextMeasureNanos = System.nanoTime() + BETWEEN_MEASURES.toNanos();
            backlog = outbox.backlog(QueueCircuitBreakers.LONGEST.plus(QueueCircuitBreakers.SHORTEST));
        }
    }
}
