package stampede.catalog.cache;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import stampede.catalog.Catalog;
import stampede.catalog.CatalogProperties;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;

/** Answers from the nearest place that knows; each place lets fewer questions through to the next, dearer one. */
@Service
class CachedCatalog implements Catalog {

    private final OfferIndex index;
    private final OffersOnSale offersOnSale;
    private final OfferCache offerCache;
    private final CatalogMetrics metrics;
    private final CatalogProperties properties;
    private final Clock clock;

    CachedCatalog(
            OfferIndex index,
            OffersOnSale offersOnSale,
            OfferCache offerCache,
            CatalogMetrics metrics,
            CatalogProperties properties,
            Clock clock) {
        this.index = index;
        this.offersOnSale = offersOnSale;
        this.offerCache = offerCache;
        this.metrics = metrics;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    public Optional<Offer> offer(OfferId id) {
        if (!index.mayHold(id)) {
            metrics.countRefusal();
            return Optional.empty();
        }
        var running = offersOnSale.offer(id);
        return running.isPresent() ? running : offerCache.offer(id);
    }

    @Override
    public boolean mayBeNew(OfferId id) {
        return index.mayBeNew(id);
    }

    @Override
    public Optional<SlotId> withdrawnFrom(OfferId id) {
        return index.withdrawnFrom(id);
    }

    @Override
    public List<Slot> slots(LocalDate day) {
        return index.timetable().on(day);
    }

    @Override
    public Optional<Slot> slot(SlotId id) {
        return index.timetable().find(id).filter(slot -> !slot.isOfCoupons());
    }

    @Override
    public Optional<Slot> runningSlot() {
        return index.timetable().running(clock.instant());
    }

    @Override
    public List<Offer> offers(SlotId id) {
        var slot = slot(id);
        if (slot.isEmpty()) {
            metrics.countRefusal();
            return List.of();
        }
        return offerCache.slot(slot.get()).offers();
    }

    @Override
    public List<Offer> coupons() {
        var now = clock.instant();
        return index.timetable().coupons().map(offerCache::slot).map(CachedSlot::offers).orElse(List.of()).stream()
                .filter(offer -> offer.window().phaseAt(now) != SaleWindow.Phase.ENDED)
                .toList();
    }

    @Override
    public ZoneId zone() {
        return properties.zone();
    }
}
