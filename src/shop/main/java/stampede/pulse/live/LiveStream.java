package stampede.pulse.live;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * One open live page. It remembers how far it was told; while something is being sent nothing piles up, because what comes next is read
 * from the feed.
 */
final class LiveStream {

    private static final Logger log = LoggerFactory.getLogger(LiveStream.class);

    private final SseEmitter emitter;
    private final LiveFeed feed;
    private final Executor executor;
    private final long heartbeatNanos;
    private final AtomicBoolean speaking = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    private long told;
    private int marksTold;
    private boolean begun;
    private long spokeNanos = System.nanoTime();

    /** @param told the second that the page has already, in epoch seconds; 0 if it has none */
    LiveStream(SseEmitter emitter, LiveFeed feed, Executor executor, long told, long heartbeatNanos) {
        this.emitter = emitter;
        this.feed = feed;
        this.executor = executor;
        this.told = told;
        this.heartbeatNanos = heartbeatNanos;
    }

    /** True the first time: several callbacks may report the end of one connection. */
    boolean markLeft() {
        return left.compareAndSet(false, true);
    }

    /** Tells what is new, unless that is going on. */
    void tell() {
        feed.touch();
        if (speaking.compareAndSet(false, true)) {
            executor.execute(this::send);
        }
    }

    /** A connection that ends at this moment cannot be completed; that is fine. */
    void complete() {
        try {
            emitter.complete();
        } catch (IllegalStateException over) {
            log.debug("A connection ended while it was being completed", over);
        }
    }

    private void send() {
        try {
            if (begun) {
                sendNext();
            } else {
                sendPast();
            }
        } catch (IOException | IllegalStateException gone) {
            complete();
            return;
        }
        speaking.set(false);
    }

    private void sendPast() throws IOException {
        var part = feed.after(told);
        var past = LivePast.of(part);
        emitter.send(SseEmitter.event()
                .name("history")
                .id(Long.toString(part.last()))
                .data(past));
        note(part);
        begun = true;
    }

    private void sendNext() throws IOException {
        var part = feed.after(told);
        for (var second : part.seconds()) {
            emitter.send(SseEmitter.event()
                    .name("second")
                    .id(Long.toString(second.t()))
                    .data(second));
        }
        if (part.marks().hashCode() != marksTold) {
            emitter.send(SseEmitter.event().name("marks").data(part.marks()));
            marksTold = part.marks().hashCode();
        }
        if (!part.seconds().isEmpty()) {
            note(part);
        } else if (System.nanoTime() - spokeNanos > heartbeatNanos) {
            emitter.send(SseEmitter.event().comment(""));
            spokeNanos = System.nanoTime();
        }
    }

    private void note(LiveFeed.Part part) {
        told = part.last();
        marksTold = part.marks().hashCode();
        spokeNanos = System.nanoTime();
    }
}
