package stampede.purchase;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.StockWentCold;

/** Announces that Redis does not know an offer: once a second for each offer, however many shoppers run into it. */
@Component
class ColdStock {

    private static final Duration ONCE_IN = Duration.ofSeconds(1);

    private final Cache<OfferId, Boolean> announced =
            Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(ONCE_IN).build();

    private final ApplicationEventPublisher events;

    ColdStock(ApplicationEventPublisher events) {
        this.events = events;
    }

    void found(OfferId offer) {
        if (announced.asMap().putIfAbsent(offer, true) == null) {
            events.publishEvent(new StockWentCold(offer));
        }
    }
}
