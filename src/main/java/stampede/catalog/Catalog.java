package stampede.catalog;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What is for sale, read from memory, behind it from Redis, and from MySQL only to warm up a cold slot, once however many
 * ask. Ids that do not exist are refused from memory by a Bloom filter and reach neither.
 */
public interface Catalog {

    /** The offer, or empty if there is none by that id. */
    Optional<Offer> offer(OfferId id);

    /** The slots of a day in the shop's zone, earliest first. */
    List<Slot> slots(LocalDate day);

    Optional<Slot> slot(SlotId id);

    /** The slot that sells now, or else the next one of today, or else the last one of today. */
    Optional<Slot> runningSlot();

    /** The offers of a slot in the order in which they are shown. */
    List<Offer> offers(SlotId slot);
}
