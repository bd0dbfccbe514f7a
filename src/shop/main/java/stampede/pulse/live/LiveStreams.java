package stampede.pulse.live;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.pulse.PulseProperties;
import stampede.setting.Setting;
import stampede.setting.SettingDeclaration;
import stampede.setting.Settings;

/** Tells open live pages what their feeds hear; so many on one node and no more. */
@Component
class LiveStreams {

    private final PulseProperties properties;
    private final Executor executor;
    private final Setting<Integer> most;
    private final Set<LiveStream> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger seats = new AtomicInteger();

    LiveStreams(
            PulseProperties properties, Settings settings, @Qualifier("applicationTaskExecutor") Executor executor) {
        this.properties = properties;
        this.executor = executor;
        this.most = settings.declare(
                SettingDeclaration.whole("pulse.streams", properties, PulseProperties::streams, 1, 10_000));
    }

    /**
     * A connection that first tells what happened and then each second; empty if there are too many.
     *
     * @param told the second that the page has already, in epoch seconds; 0 if it has none
     */
    Optional<SseEmitter> open(LiveFeed feed, long told) {
        if (seats.incrementAndGet() > most.value()) {
            seats.decrementAndGet();
            return Optional.empty();
        }
        var emitter = new SseEmitter(properties.watchFor().toMillis());
        var stream = new LiveStream(
                emitter, feed, executor, told, properties.heartbeat().toNanos());
        emitter.onTimeout(emitter::complete);
        emitter.onCompletion(() -> leave(stream));
        emitter.onError(failure -> leave(stream));
        open.add(stream);
        stream.tell();
        return Optional.of(emitter);
    }

    /** How many pages are told. */
    int size() {
        return seats.get();
    }

    @Scheduled(fixedDelayString = "${stampede.pulse.look-every:1s}", initialDelay = 500)
    void tell() {
        open.forEach(LiveStream::tell);
    }

    /** A node that stops lets its pages go at once: they ask again, of another node. */
    @EventListener(ContextClosedEvent.class)
    void completeAll() {
        open.forEach(LiveStream::complete);
    }

    private void leave(LiveStream stream) {
        if (stream.markLeft()) {
            open.remove(stream);
            seats.decrementAndGet();
        }
    }
}
