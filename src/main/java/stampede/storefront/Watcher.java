package stampede.storefront;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseProgress.Queued;

/**
 * One open page. What is told while it still listens to the last word is skipped but for the newest, so that a slow line
 * holds up nobody and nothing piles up.
 */
final class Watcher {

    private static final Logger log = LoggerFactory.getLogger(Watcher.class);

    private final SseEmitter emitter;
    private final Executor executor;
    private final AtomicReference<@Nullable PurchaseProgress> waiting = new AtomicReference<>();
    private final AtomicBoolean speaking = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    private @Nullable PurchaseProgress told;

    Watcher(SseEmitter emitter, Executor executor) {
        this.emitter = emitter;
        this.executor = executor;
    }

    /** True the first time: a connection can end for more than one reason at once. */
    boolean leaves() {
        return left.compareAndSet(false, true);
    }

    void tell(PurchaseProgress progress) {
        waiting.set(progress);
        speakUp();
    }

    /** One that just ends by itself has nothing left to be completed. */
    void letGo() {
        try {
            emitter.complete();
        } catch (IllegalStateException over) {
            log.debug("A connection ended in the moment in which it was let go", over);
        }
    }

    private void speakUp() {
        if (speaking.compareAndSet(false, true)) {
            executor.execute(this::speak);
        }
    }

    private void speak() {
        try {
            for (var next = waiting.getAndSet(null); next != null; next = waiting.getAndSet(null)) {
                send(next);
            }
        } catch (IOException | IllegalStateException gone) {
            letGo();
            return;
        }
        speaking.set(false);
        if (waiting.get() != null) {
            speakUp();
        }
    }

    /** The same again is a sign of life, sent as a comment. */
    private void send(PurchaseProgress next) throws IOException {
        emitter.send(next.equals(told) ? SseEmitter.event().comment("") : event(next));
        told = next;
        if (!(next instanceof Queued)) {
            emitter.complete();
        }
    }

    /** The page fetches what came of it by itself, in its shopper's language; here it only hears that it should. */
    private static SseEventBuilder event(PurchaseProgress progress) {
        return progress instanceof Queued queued
                ? SseEmitter.event()
                        .name("queued")
                        .data(queued.place().map(String::valueOf).orElse(""))
                : SseEmitter.event().name("settled").data("");
    }
}
