package stampede.catalog;

import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Fetches slots and offers for a node's memory: from Redis, or once for all nodes from MySQL; without Redis from MySQL. */
@Component
class Loading {

    private static final Logger log = LoggerFactory.getLogger(Loading.class);
    private static final int TRIES = 3;

    private final WarmSlots slots;
    private final WarmOffers offers;
    private final LoadOnce once;
    private final OfferRepository stored;
    private final CatalogMetrics metrics;

    Loading(WarmSlots slots, WarmOffers offers, LoadOnce once, OfferRepository stored, CatalogMetrics metrics) {
        this.slots = slots;
        this.offers = offers;
        this.once = once;
        this.stored = stored;
        this.metrics = metrics;
    }

    ShelvedSlot slot(Slot slot) {
        try {
            return slot(slot, Optional.empty());
        } catch (DataAccessException unreachable) {
            log.debug("Redis does not answer, slot {} is read from the database", slot.id(), unreachable);
            return slotFromDatabase(slot);
        }
    }

    /** The slot as it is now, or {@code known} if that is the same or Redis does not answer. */
    ShelvedSlot slotAgain(Slot slot, ShelvedSlot known) {
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
    ShelvedSlot warm(Slot slot) {
        var copy = ShelvedSlot.of(List.of());
        for (int i = 0; i < TRIES; i++) {
            var edition = slots.edition(slot);
            copy = slotFromDatabase(slot);
            if (slots.write(slot, edition, copy)) {
                break;
            }
        }
        return copy;
    }

    private ShelvedSlot slot(Slot slot, Optional<ShelvedSlot> known) {
        metrics.countRedis();
        return once.get("slot:" + slot.id(), () -> slots.read(slot, known), () -> warm(slot));
    }

    private Optional<Offer> offerFromRedis(OfferId id) {
        metrics.countRedis();
        return once.get("offer:" + id, () -> offers.read(id), () -> warm(id)).offer();
    }

    private WarmOffers.Looked warm(OfferId id) {
        var offer = offerFromDatabase(id);
        offer.ifPresentOrElse(found -> offers.write(List.of(found)), () -> offers.writeAbsent(id));
        return new WarmOffers.Looked(offer);
    }

    private ShelvedSlot slotFromDatabase(Slot slot) {
        metrics.countDatabase();
        return ShelvedSlot.of(stored.inSlot(slot.id().value()).stream()
                .map(StoredOffer::toOffer)
                .toList());
    }

    private Optional<Offer> offerFromDatabase(OfferId id) {
        metrics.countDatabase();
        return stored.find(id.value()).map(StoredOffer::toOffer);
    }
}
