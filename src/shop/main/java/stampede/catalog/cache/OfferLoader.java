package stampede.catalog.cache;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.CatalogProperties;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.Slot;
import stampede.catalog.store.OfferEntity;
import stampede.catalog.store.OfferRepository;

/** Fetches slots and offers for a node's memory: from Redis, or once for all nodes from MySQL; without Redis from MySQL. */
@Component
class OfferLoader {

    private static final Logger log = LoggerFactory.getLogger(OfferLoader.class);
    private static final int TRIES = 3;

    private final RedisSlotCache slots;
    private final RedisOfferCache offers;
    private final SingleLoader once;
    private final OfferRepository stored;
    private final CatalogMetrics metrics;
    private final CatalogProperties properties;
    private final Clock clock;

    OfferLoader(
            RedisSlotCache slots,
            RedisOfferCache offers,
            SingleLoader once,
            OfferRepository stored,
            CatalogMetrics metrics,
            CatalogProperties properties,
            Clock clock) {
        this.slots = slots;
        this.offers = offers;
        this.once = once;
        this.stored = stored;
        this.metrics = metrics;
        this.properties = properties;
        this.clock = clock;
    }

    CachedSlot slot(Slot slot) {
        try {
            return slot(slot, Optional.empty());
        } catch (DataAccessException unreachable) {
            log.debug("Redis does not answer, slot {} is read from the database", slot.id(), unreachable);
            return slotFromDatabase(slot);
        }
    }

    /** The slot as it is now, or {@code known} if that is the same or Redis does not answer. */
    CachedSlot slotAgain(Slot slot, CachedSlot known) {
        try {
            return slot(slot, Optional.of(known));
        } catch (DataAccessException unreachable) {
            metrics.countStale();
            return known;
        }
    }

    Optional<Offer> offer(OfferId id) {
        try {
            return offerFromRedis(id);
        } catch (DataAccessException unreachable) {
            log.debug("Redis does not answer, offer {} is read from the database", id, unreachable);
            return offerFromDatabase(id);
        }
    }

    /** The offer as it is now, or {@code known} if Redis does not answer. */
    Optional<Offer> offerAgain(OfferId id, Optional<Offer> known) {
        try {
            return offerFromRedis(id);
        } catch (DataAccessException unreachable) {
            metrics.countStale();
            return known;
        }
    }

    /** Reads the slot from MySQL and puts it into Redis, whatever is there. Readers go on with what they have meanwhile. */
    CachedSlot warm(Slot slot) {
        var copy = CachedSlot.of(List.of());
        for (int i = 0; i < TRIES; i++) {
            var edition = slots.edition(slot);
            copy = slotFromDatabase(slot);
            if (slots.write(slot, edition, copy)) {
                break;
            }
        }
        return copy;
    }

    private CachedSlot slot(Slot slot, Optional<CachedSlot> known) {
        metrics.countRedis();
        return once.get("slot:" + slot.id(), () -> slots.read(slot, known), () -> warm(slot));
    }

    private Optional<Offer> offerFromRedis(OfferId id) {
        metrics.countRedis();
        return once.get("offer:" + id, () -> offers.read(id), () -> warm(id)).offer();
    }

    private RedisOfferCache.Looked warm(OfferId id) {
        var offer = offerFromDatabase(id);
        offer.ifPresentOrElse(found -> offers.write(List.of(found)), () -> offers.writeAbsent(id));
        return new RedisOfferCache.Looked(offer);
    }

    private CachedSlot slotFromDatabase(Slot slot) {
        metrics.countDatabase();
        return CachedSlot.of(stored.inSlot(slot.id().value(), properties.shownSinceMillis(clock.instant())).stream()
                .map(OfferEntity::toOffer)
                .toList());
    }

    private Optional<Offer> offerFromDatabase(OfferId id) {
        metrics.countDatabase();
        return stored.find(id.value()).map(OfferEntity::toOffer);
    }
}
