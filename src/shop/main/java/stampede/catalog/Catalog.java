package stampede.catalog;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * What is for sale since yesterday, read from memory, behind it from Redis, and from MySQL only to warm up a cold slot, once
 * however many ask. Ids that do not exist are refused from memory and reach neither.
 */
public interface Catalog {

    /** The offer, or empty if there is none by that id. From memory alone while its slot is open or about to open. */
    Optional<Offer> offer(OfferId id);

    /** Whether another node may have published this offer so lately that this one does not know it yet. */
    boolean mayBeNew(OfferId id);

    /** The slot in which it would have sold, if it was withdrawn; from memory alone. */
    Optional<SlotId> withdrawnFrom(OfferId id);

    /** The slots of a day in the shop's zone, earliest first. */
    List<Slot> slots(LocalDate day);

    Optional<Slot> slot(SlotId id);

    /** The slot that sells now (of several, the one that opened last), or else the next one of today, or else the last one of today. */
    Optional<Slot> runningSlot();

    /** The offers of a slot in the order in which they are shown; none if there is no such slot. */
    List<Offer> offers(SlotId slot);

    /** The coupons that can be had now or later, in the order in which they were published. They are in no slot that is shown. */
    List<Offer> coupons();

    /** The zone in which the shop's days begin and its hours are read. */
    ZoneId zone();
}
