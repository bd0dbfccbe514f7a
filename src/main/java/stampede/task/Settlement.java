package stampede.task;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.stereotype.Component;

/** Moves tasks that have ended to where they go next, and returns only when they are safe there. */
@Component
class Settlement {

    /** Which queue a task came from, without the prefix; read by the dead-letter queue. */
    static final String QUEUE = "x-task-queue";

    /** What went wrong. */
    static final String ERROR = "x-task-error";

    /** Present if there shall be no further try. */
    static final String FINAL = "x-task-final";

    private final Publisher publisher;
    private final Outbox outbox;
    private final TaskRegistry registry;
    private final Lanes lanes;
    private final Outage outage;
    private final Clock clock;

    Settlement(Publisher publisher, Outbox outbox, TaskRegistry registry, Lanes lanes, Outage outage, Clock clock) {
        this.publisher = publisher;
        this.outbox = outbox;
        this.registry = registry;
        this.lanes = lanes;
        this.outage = outage;
        this.clock = clock;
    }

    /**
     * Publishes what must be tried again or given up, with confirm. Only then may the originals be acknowledged.
     *
     * @return whether all is safe; if not, the originals must stay with the broker
     */
    boolean settle(Collection<Ended> tasks, String queue, BooleanSupplier worthwhile) {
        var moves = tasks.stream()
                .map(ended -> move(ended, queue))
                .flatMap(Optional::stream)
                .toList();
        return moves.isEmpty() || persist(moves, worthwhile);
    }

    private boolean persist(List<Publisher.PublishRequest> moves, BooleanSupplier worthwhile) {
        var left = moves;
        while (worthwhile.getAsBoolean()) {
            left = publisher.publishAndWait(left);
            if (left.isEmpty()) {
                return true;
            }
            outage.rest();
        }
        return false;
    }

    private Optional<Publisher.PublishRequest> move(Ended ended, String queue) {
        var envelope = Wire.stripped(ended.envelope());
        if (ended.ending() instanceof Ending.Failed failed) {
            return Optional.of(again(envelope, failed, queue));
        }
        if (ended.ending() instanceof Ending.Hopeless hopeless) {
            return Optional.of(forGood(envelope.with(Envelope.RETRIES, envelope.retries() + 1), hopeless.why(), queue));
        }
        if (ended.ending() instanceof Ending.Unreadable unreadable) {
            return Optional.of(forGood(envelope, unreadable.why(), queue));
        }
        if (ended.ending() instanceof Ending.Early early) {
            keep(queue, envelope, early.due());
        }
        return Optional.empty();
    }

    private Publisher.PublishRequest again(Envelope envelope, Ending.Failed failed, String queue) {
        var wait = envelope.task()
                .flatMap(registry::byName)
                .flatMap(task -> task.retries().waitAfter(envelope.retries() + 1));
        if (wait.isPresent()) {
            var due = clock.instant().plus(wait.get());
            return new Publisher.PublishRequest(lanes.route(wait.get(), queue), envelope.retriedAt(due));
        }
        return new Publisher.PublishRequest(
                lanes.dead(), dead(envelope.retriedAt(clock.instant()), failed.why(), queue));
    }

    private Publisher.PublishRequest forGood(Envelope envelope, String why, String queue) {
        return new Publisher.PublishRequest(
                lanes.dead(), dead(envelope, why, queue).with(FINAL, true));
    }

    private static Envelope dead(Envelope envelope, String why, String queue) {
        return envelope.with(QUEUE, queue).with(ERROR, why);
    }

    private void keep(String queue, Envelope envelope, Instant due) {
        try {
            outage.sitOut(() -> {
                outbox.add(queue, envelope, due);
                return true;
            });
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A task and how it ended. */
    record Ended(Envelope envelope, Ending ending) {}
}
