package stampede.catalog;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells this node's memory, Redis and the other nodes what has changed, once the change is committed. What gets lost here, with
 * Redis or with the node, is made good within a minute by {@link LiveIndex} and {@link WarmUp}.
 */
@Component
class Announcements {

    private static final Logger log = LoggerFactory.getLogger(Announcements.class);

    private final LiveIndex index;
    private final Shelves shelves;
    private final WarmSlots warmSlots;
    private final WarmUp warmUp;
    private final OnSale onSale;
    private final Edition edition;

    Announcements(
            LiveIndex index, Shelves shelves, WarmSlots warmSlots, WarmUp warmUp, OnSale onSale, Edition edition) {
        this.index = index;
        this.shelves = shelves;
        this.warmSlots = warmSlots;
        this.warmUp = warmUp;
        this.onSale = onSale;
        this.edition = edition;
    }

    void slotsPlanned() {
        afterCommit(() -> {
            index.rebuild();
            callOut(edition::callOutNext);
        });
    }

    void offersChanged(List<Offer> offers) {
        afterCommit(() -> {
            var ids = offers.stream().map(Offer::id).toList();
            var slots = offers.stream()
                    .map(offer -> new Slot(offer.slot(), offer.window()))
                    .collect(Collectors.toUnmodifiableSet());
            index.add(ids);
            callOut(() -> outdate(slots));
            shelves.forget(slots, ids);
            callOut(() -> warm(slots));
        });
    }

    private void outdate(Set<Slot> slots) {
        slots.forEach(slot -> warmSlots.outdate(slot.id()));
    }

    private void warm(Set<Slot> slots) {
        slots.forEach(warmUp::warmIfNear);
        edition.callOutNext();
        onSale.takeUp(slots);
    }

    private static void afterCommit(Runnable announcement) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

            @Override
            public void afterCommit() {
                announcement.run();
            }
        });
    }

    private static void callOut(Runnable announcement) {
        try {
            announcement.run();
        } catch (DataAccessException unreachable) {
            log.warn(
                    "A change to the catalogue could not be called out; the nodes see it within a minute", unreachable);
        }
    }
}
