package stampede.storefront;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.Purchases;

/**
 * Tells open pages how their purchases stand. However many are open on this node, it asks once for all of them, a few
 * times a second.
 */
@Component
class QueueWatch {

    private final Purchases purchases;
    private final StorefrontProperties properties;
    private final Executor executor;
    private final Clock clock;
    private final Map<PurchaseId, Watched> watched = new ConcurrentHashMap<>();
    private final AtomicInteger watchers = new AtomicInteger();
    private final AtomicBoolean looking = new AtomicBoolean();

    QueueWatch(
            Purchases purchases,
            StorefrontProperties properties,
            @Qualifier("applicationTaskExecutor") Executor executor,
            Clock clock) {
        this.purchases = purchases;
        this.properties = properties;
        this.executor = executor;
        this.clock = clock;
    }

    /** A connection that first tells {@code now} and then what changes, or empty if there are too many. */
    Optional<SseEmitter> watch(PurchaseId purchase, PurchaseProgress now) {
        if (watchers.incrementAndGet() > properties.watchers()) {
            watchers.decrementAndGet();
            return Optional.empty();
        }
        var emitter = new SseEmitter(properties.watchFor().toMillis());
        var watcher = new Watcher(emitter, executor);
        emitter.onTimeout(emitter::complete);
        emitter.onCompletion(() -> leave(purchase, watcher));
        emitter.onError(failure -> leave(purchase, watcher));
        join(purchase, watcher, now);
        watcher.tell(now);
        return Optional.of(emitter);
    }

    int watching() {
        return watchers.get();
    }

    /** Runs on a thread of its own each time, so a look that takes longer than the interval must not meet the next. */
    @Scheduled(fixedRateString = "${stampede.storefront.look-every:300ms}")
    void look() {
        if (!watched.isEmpty() && looking.compareAndSet(false, true)) {
            try {
                purchases.progress(Set.copyOf(watched.keySet())).forEach(this::tell);
            } finally {
                looking.set(false);
            }
        }
    }

    /** A node that stops lets its pages go at once: they ask again, of another node, and the stop need not wait for them. */
    @EventListener(ContextClosedEvent.class)
    void letGo() {
        watched.values().forEach(each -> each.watchers().forEach(Watcher::letGo));
    }

    private void tell(PurchaseId purchase, PurchaseProgress progress) {
        watched.computeIfPresent(
                purchase, (id, before) -> before.hear(progress, properties.heartbeat(), clock.instant()));
    }

    private void join(PurchaseId purchase, Watcher watcher, PurchaseProgress now) {
        watched.compute(
                purchase,
                (id, before) -> before == null ? Watched.by(watcher, now, clock.instant()) : before.with(watcher));
    }

    private void leave(PurchaseId purchase, Watcher watcher) {
        if (watcher.leaves()) {
            watchers.decrementAndGet();
            watched.computeIfPresent(purchase, (id, before) -> before.without(watcher));
        }
    }
}
