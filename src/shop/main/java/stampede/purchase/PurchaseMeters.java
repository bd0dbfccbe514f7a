package stampede.purchase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Counts every click by how it ended, and how long deciding took. Those of bots are counted apart. */
@Component
class PurchaseMeters {

    private static final long MOST_LOST = 10_000;

    /** Buckets can be added up over nodes; percentiles of single nodes cannot. */
    private static final Duration[] BUCKETS = Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final Counter accepted;
    private final Counter repeated;

    /** What bots press is no purchase, so it is in none of the others. */
    private final Counter rehearsed;

    private final Map<PurchaseRefusal, Counter> refused = new EnumMap<>(PurchaseRefusal.class);
    private final Timer timer;
    private final PurchaseTally tally;
    private final Cache<PurchaseId, Boolean> lost =
            Caffeine.newBuilder().maximumSize(MOST_LOST).build();

    PurchaseMeters(MeterRegistry registry, PurchaseTally tally) {
        this.tally = tally;
        this.accepted = counter(registry, "accepted");
        this.repeated = counter(registry, "repeated");
        this.rehearsed = Counter.builder("stampede.rehearsal.presses")
                .description("Presses of bots in rehearsals, however they were answered")
                .register(registry);
        for (var refusal : PurchaseRefusal.values()) {
            refused.put(refusal, counter(registry, refusal.name().toLowerCase(Locale.ROOT)));
        }
        this.timer = Timer.builder("stampede.purchase.decisions")
                .description("How long it took to answer an attempt to buy")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    PurchaseId measure(OfferId offer, Supplier<PurchaseId> purchase) {
        var began = System.nanoTime();
        try {
            return purchase.get();
        } catch (PurchaseRefused no) {
            countRefused(no.reason(), offer);
            throw no;
        } finally {
            var took = System.nanoTime() - began;
            if (!offer.isShadow()) {
                timer.record(took, TimeUnit.NANOSECONDS);
            }
            tally.time(offer, took);
        }
    }

    void countAccepted(OfferId offer) {
        (offer.isShadow() ? rehearsed : accepted).increment();
        tally.countAccepted(offer);
    }

    void countRepeated(OfferId offer) {
        (offer.isShadow() ? rehearsed : repeated).increment();
        tally.countRepeated(offer);
    }

    /** Counts a purchase once on this node, however often it is read. */
    void countLost(PurchaseId purchase) {
        if (lost.asMap().putIfAbsent(purchase, true) == null) {
            countRefused(PurchaseRefusal.LOST, purchase.offer());
        }
    }

    /** For refusals outside {@link #measure}: nobody was signed in, or the purchase was lost in the queue. */
    void countRefused(PurchaseRefusal reason, @Nullable OfferId offer) {
        (offer != null && offer.isShadow() ? rehearsed : counter(reason)).increment();
        tally.countRefused(offer, reason);
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("stampede.purchases")
                .description("Attempts to buy, by how they were answered")
                .tag("outcome", outcome)
                .register(registry);
    }

    private Counter counter(PurchaseRefusal reason) {
        return Objects.requireNonNull(refused.get(reason));
    }
}
