package stampede.catalog;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Answers from the nearest place that knows; each place lets fewer questions through to the next, dearer one. */
@Service
class OfferCatalog implements Catalog {

    private final LiveIndex index;
    private final OnSale onSale;
    private final Shelves shelves;
    private final CatalogMetrics metrics;
    private final CatalogProperties properties;
    private final Clock clock;

    OfferCatalog(
            LiveIndex index,
            OnSale onSale,
            Shelves shelves,
            CatalogMetrics metrics,
            CatalogProperties properties,
            Clock clock) {
        this.index = index;
        this.onSale = onSale;
        this.shelves = shelves;
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
        var running = onSale.offer(id);
        return running.isPresent() ? running : shelves.offer(id);
    }

    @Override
    public boolean mayBeNew(OfferId id) {
        return index.mayBeNew(id);
    }

    @Override
    public List<Slot> slots(LocalDate day) {
        return index.timetable().on(day);
    }

    @Override
    public Optional<Slot> slot(SlotId id) {
        return index.timetable().find(id);
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
        return shelves.slot(slot.get()).offers();
    }

    @Override
    public ZoneId zone() {
        return properties.zone();
    }
}
