package stampede.counter;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Live stock in memory. */
@Component
class CachedLiveStock implements LiveStock {

    private static final Logger log = LoggerFactory.getLogger(CachedLiveStock.class);

    /** An offer that nobody has asked for in this time is forgotten. */
    private static final Duration FORGET = Duration.ofSeconds(30);

    private final CounterInspection inspection;
    private final Map<OfferId, Remembered> memory = new ConcurrentHashMap<>();

    CachedLiveStock(CounterInspection inspection) {
        this.inspection = inspection;
    }

    @Override
    public StockView of(OfferId offer) {
        var remembered = memory.get(offer);
        return remembered == null
                ? of(List.of(offer)).getOrDefault(offer, CounterRecords.UNKNOWN)
                : remembered.touch(System.nanoTime()).view();
    }

    @Override
    public Map<OfferId, StockView> of(Collection<OfferId> offers) {
        read(offers.stream().filter(offer -> !memory.containsKey(offer)).toList());
        var now = System.nanoTime();
        var views = new LinkedHashMap<OfferId, StockView>();
        for (var offer : offers) {
            var remembered = memory.get(offer);
            views.put(
                    offer,
                    remembered == null
                            ? CounterRecords.UNKNOWN
                            : remembered.touch(now).view());
        }
        return views;
    }

    /** Redis has just said that there is none left; the next answer that is read says when there is again. */
    void markSoldOut(OfferId offer) {
        var remembered = memory.get(offer);
        if (remembered != null) {
            remembered.markSoldOut();
        }
    }

    /**
     * Asks anew for each offer whose last answer is there, without waiting: a server of the cluster that is silent keeps nobody but its
     * own offers.
     */
    @Scheduled(fixedDelay = 300)
    void turn() {
        var since = System.nanoTime() - FORGET.toNanos();
        memory.values().removeIf(remembered -> remembered.lastAsked - since < 0);
        memory.forEach((offer, remembered) -> remembered.refresh(() -> inspection.view(offer)));
    }

    /** While Redis is away an older answer stays; what has none is cold until the next refresh. */
    private void read(Collection<OfferId> offers) {
        if (offers.isEmpty()) {
            return;
        }
        var now = System.nanoTime();
        offers.forEach(offer -> memory.computeIfAbsent(offer, asked -> new Remembered(now)));
        try {
            inspection.views(offers).forEach((offer, view) -> {
                var remembered = memory.get(offer);
                if (remembered != null) {
                    remembered.view = view;
                }
            });
        } catch (DataAccessException away) {
            log.debug("Stock is not known: {}", away.getMessage());
        }
    }

    private static final class Remembered {

        private volatile StockView view = CounterRecords.UNKNOWN;
        private volatile long lastAsked;
        private final AtomicBoolean asked = new AtomicBoolean();

        Remembered(long lastAsked) {
            this.lastAsked = lastAsked;
        }

        Remembered touch(long now) {
            lastAsked = now;
            return this;
        }

        StockView view() {
            return view;
        }

        void markSoldOut() {
            view = view.withNoneLeft();
        }

        /** An older answer stays while there is none; what cannot be read is as good as unknown. */
        void refresh(Supplier<CompletableFuture<StockView>> question) {
            if (asked.compareAndSet(false, true)) {
                var unused = question.get().whenComplete((answer, failure) -> {
                    if (failure == null) {
                        view = answer;
                    } else if (SpoiledKeys.areBehind(failure)) {
                        view = CounterRecords.UNKNOWN;
                    }
                    asked.set(false);
                });
            }
        }
    }
}
