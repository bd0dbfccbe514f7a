package stampede.purchase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Counts every click by how it ended, and how long deciding took. */
@Component
class PurchaseMeters {

    private static final long MOST_LOST = 10_000;

    private static final String PURCHASES = "stampede.purchases";

    private final Counter accepted;
    private final Counter repeated;
    private final Map<Refusal, Counter> refused = new EnumMap<>(Refusal.class);
    private final Timer timer;
    private final Cache<PurchaseId, Boolean> lost =
            Caffeine.newBuilder().maximumSize(MOST_LOST).build();

    PurchaseMeters(MeterRegistry registry) {
        this.accepted = registry.counter(PURCHASES, "outcome", "accepted");
        this.repeated = registry.counter(PURCHASES, "outcome", "repeated");
        for (var refusal : Refusal.values()) {
            refused.put(
                    refusal,
                    registry.counter(PURCHASES, "outcome", refusal.name().toLowerCase(Locale.ROOT)));
        }
        this.timer = registry.timer("stampede.purchase.decisions");
    }

    PurchaseId measure(Supplier<PurchaseId> purchase) {
        try {
            return timer.record(purchase);
        } catch (PurchaseRefused no) {
            refused(no.reason());
            throw no;
        }
    }

    void accepted() {
        accepted.increment();
    }

    void repeated() {
        repeated.increment();
    }

    /** Counted once by this node, however often it is told. */
    void lost(PurchaseId purchase) {
        if (lost.asMap().putIfAbsent(purchase, true) == null) {
            refused(Refusal.LOST);
        }
    }

    /** A no that does not come from the button: nobody was signed in, or it was lost in the queue. */
    void refused(Refusal reason) {
        counter(reason).increment();
    }

    private Counter counter(Refusal reason) {
        return Objects.requireNonNull(refused.get(reason));
    }
}
