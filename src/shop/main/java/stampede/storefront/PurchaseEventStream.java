package stampede.storefront;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.AccountId;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.Purchases;

/**
 * Tells open pages how their purchases stand. However many are open on this node, it asks once for all of them, a few
 * times a second.
 */
@Component
class PurchaseEventStream {

    private final Purchases purchases;
    private final StorefrontProperties properties;
    private final Executor executor;
    private final Clock clock;
    private final Map<PurchaseId, WatchedPurchase> watched = new ConcurrentHashMap<>();
    private final EventStreamLimiter seats;

    PurchaseEventStream(
            Purchases purchases,
            StorefrontProperties properties,
            EventStreamLimiter seats,
            @Qualifier("applicationTaskExecutor") Executor executor,
            Clock clock) {
        this.purchases = purchases;
        this.properties = properties;
        this.seats = seats;
        this.executor = executor;
        this.clock = clock;
    }

    /** A seat for one connection, or empty if there are too many: here, of this account, or of this address. */
    Optional<EventStreamLimiter.Seat> enter(AccountId account, String address) {
        return seats.take(account, address);
    }

    /** A connection that first tells how the purchase stands and then what changes. The seat is free again when it ends. */
    SseEmitter watch(EventStreamLimiter.Seat seat, PurchaseId purchase, Supplier<PurchaseProgress> progress) {
        var emitter = new SseEmitter(properties.watchFor().toMillis());
        var watcher = new EventStreamWatcher(emitter, executor);
        try {
            var now = progress.get();
            emitter.onTimeout(emitter::complete);
            emitter.onCompletion(() -> leave(purchase, watcher, seat));
            emitter.onError(failure -> leave(purchase, watcher, seat));
            join(purchase, watcher, now);
            watcher.send(WatchedPurchase.event(now));
            return emitter;
        } catch (RuntimeException refused) {
            leave(purchase, watcher, seat);
            throw refused;
        }
    }

    int openStreams() {
        return seats.size();
    }

    @Scheduled(fixedDelayString = "${stampede.storefront.look-every:300ms}")
    void look() {
        if (!watched.isEmpty()) {
            purchases.progress(Set.copyOf(watched.keySet())).forEach(this::update);
        }
    }

    /** A node that stops lets its pages go at once: they ask again, of another node, and the stop need not wait for them. */
    @EventListener(ContextClosedEvent.class)
    void completeAll() {
        watched.values().forEach(each -> each.watchers().forEach(EventStreamWatcher::complete));
    }

    private void update(PurchaseId purchase, PurchaseProgress progress) {
        watched.computeIfPresent(
                purchase, (id, before) -> before.update(progress, properties.heartbeat(), clock.instant()));
    }

    private void join(PurchaseId purchase, EventStreamWatcher watcher, PurchaseProgress now) {
        watched.compute(
                purchase,
                (id, before) ->
                        before == null ? WatchedPurchase.by(watcher, now, clock.instant()) : before.with(watcher));
    }

    private void leave(PurchaseId purchase, EventStreamWatcher watcher, EventStreamLimiter.Seat seat) {
        if (watcher.markLeft()) {
            seat.leave();
            watched.computeIfPresent(purchase, (id, before) -> before.without(watcher));
        }
    }
}
