package stampede.storefront;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One open page. While something is being sent to it, only the newest event is kept, so that a slow connection holds up
 * nothing and nothing piles up.
 */
final class EventStreamWatcher {

    private static final Logger log = LoggerFactory.getLogger(EventStreamWatcher.class);

    private final SseEmitter emitter;
    private final Executor executor;
    private final AtomicReference<@Nullable StreamEvent> waiting = new AtomicReference<>();
    private final AtomicBoolean speaking = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    private @Nullable StreamEvent told;

    EventStreamWatcher(SseEmitter emitter, Executor executor) {
        this.emitter = emitter;
        this.executor = executor;
    }

    /** True the first time: several callbacks may report the end of one connection. */
    boolean markLeft() {
        return left.compareAndSet(false, true);
    }

    void send(StreamEvent event) {
        waiting.set(event);
        schedule();
    }

    /** A connection that ends at this moment cannot be completed; that is fine. */
    void complete() {
        try {
            emitter.complete();
        } catch (IllegalStateException over) {
            log.debug("A connection ended while it was being completed", over);
        }
    }

    private void schedule() {
        if (speaking.compareAndSet(false, true)) {
            executor.execute(this::sendPending);
        }
    }

    private void sendPending() {
        try {
            for (var next = waiting.getAndSet(null); next != null; next = waiting.getAndSet(null)) {
                write(next);
            }
        } catch (IOException | IllegalStateException gone) {
            complete();
            return;
        }
        speaking.set(false);
        if (waiting.get() != null) {
            schedule();
        }
    }

    /** The same again is a sign of life, sent as a comment. */
    private void write(StreamEvent next) throws IOException {
        emitter.send(
                next.equals(told)
                        ? SseEmitter.event().comment("")
                        : SseEmitter.event().name(next.name()).data(next.data()));
        told = next;
        if (next.isLast()) {
            emitter.complete();
        }
    }
}
