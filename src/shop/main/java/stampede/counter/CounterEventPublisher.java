package stampede.counter;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Publishes offers that the counter does not know, or has nonsense of, each once a second at most, however many shoppers run into it. */
@Component
class CounterEventPublisher {

    private final ApplicationEventPublisher events;
    private final Cache<OfferId, Boolean> cold =
            Caffeine.newBuilder().expireAfterWrite(Duration.ofSeconds(1)).build();

    private final Cache<OfferId, Boolean> spoiled =
            Caffeine.newBuilder().expireAfterWrite(Duration.ofSeconds(1)).build();

    CounterEventPublisher(ApplicationEventPublisher events) {
        this.events = events;
    }

    void publishCold(OfferId offer) {
        if (cold.asMap().putIfAbsent(offer, true) == null) {
            events.publishEvent(new CounterWentCold(offer));
        }
    }

    void publishSpoiled(OfferId offer) {
        if (spoiled.asMap().putIfAbsent(offer, true) == null) {
            events.publishEvent(new CounterSpoiled(offer));
        }
    }
}
