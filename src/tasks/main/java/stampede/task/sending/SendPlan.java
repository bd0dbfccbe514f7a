package stampede.task.sending;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.UnknownQueue;
import stampede.task.handler.PayloadDefinition;
import stampede.task.handler.TaskRegistry;
import stampede.task.message.Envelope;
import stampede.task.spi.MessageTime;
import stampede.task.spi.TaskHeaders;

/** What the options of one call come to. Of two that contradict each other, the later one holds. */
public final class SendPlan {

    private final Instant now;
    private TaskId id = TaskId.random();
    private boolean chosenId;
    private @Nullable Duration delay;
    private @Nullable Instant due;
    private @Nullable Instant expires;
    private @Nullable String queue;
    private @Nullable String task;
    private SendOption.@Nullable Unique unique;

    /** @throws IllegalArgumentException if the task would expire before it is due */
    public SendPlan(Instant now, SendOption... options) {
        this.now = now;
        for (var option : options) {
            take(option);
        }
        if (expires != null && eta().filter(expires::isBefore).isPresent()) {
            throw new IllegalArgumentException(
                    "It would never run: it expires at %s, and is due at %s".formatted(expires, eta().orElseThrow()));
        }
    }

    private void take(SendOption option) {
        if (option instanceof SendOption.In in) {
            delay = in.delay().toMillis() > 0 ? in.delay() : null;
            due = null;
        } else if (option instanceof SendOption.At at) {
            delay = null;
            due = at.due();
        } else if (option instanceof SendOption.Id chosen) {
            id = chosen.id();
            chosenId = true;
        } else if (option instanceof SendOption.ExpiresAfter expiry) {
            expires = now.plus(expiry.after());
        } else if (option instanceof SendOption.ExpiresAt expiry) {
            expires = expiry.when();
        } else if (option instanceof SendOption.ForTask named) {
            task = named.name();
        } else if (option instanceof SendOption.Queue other) {
            queue = other.name();
        } else if (option instanceof SendOption.Unique claim) {
            unique = claim;
        } else {
            throw new IllegalStateException("Nothing says what this option does: " + option);
        }
    }

    public TaskId id() {
        return id;
    }

    /** Whether the caller gave the id, so that it may have been used before. */
    boolean hasChosenId() {
        return chosenId;
    }

    Optional<Duration> delay() {
        return Optional.ofNullable(delay);
    }

    /** When it is to run, if not at once. */
    public Optional<Instant> eta() {
        return delay().map(now::plus).or(() -> Optional.ofNullable(due).filter(now::isBefore));
    }

    /** How this payload is sent, as far as it is known here; what is usual for it holds where no option says otherwise. */
    public PayloadDefinition definition(Record payload, TaskRegistry registry) {
        var type = payload.getClass();
        var definition = Optional.ofNullable(task)
                .map(name -> registry.byName(name, type).orElseGet(() -> registry.sendOnly(elsewhere(type, name))))
                .orElseGet(() -> registry.byPayload(type));
        if (expires == null) {
            expires = definition
                    .expires()
                    .map(time -> eta().orElse(now).plus(time))
                    .orElse(null);
        }
        if (unique == null) {
            unique = definition.unique(payload).orElse(null);
        }
        return definition;
    }

    private PayloadDefinition elsewhere(Class<? extends Record> type, String name) {
        if (queue == null) {
            throw new UnknownQueue(
                    "Nothing here says where the task %s waits: send it with queue(name)".formatted(name));
        }
        return new PayloadDefinition(type, name, queue);
    }

    public Optional<String> queue() {
        return Optional.ofNullable(queue);
    }

    public Optional<SendOption.Unique> unique() {
        return Optional.ofNullable(unique);
    }

    /** The message with what the options write on it. */
    public Envelope marked(Envelope plain) {
        var envelope = plain;
        if (expires != null) {
            envelope = envelope.with(TaskHeaders.EXPIRES, MessageTime.write(expires));
        }
        return unique == null ? envelope : envelope.with(TaskHeaders.UNIQUE, unique.key());
    }
}
