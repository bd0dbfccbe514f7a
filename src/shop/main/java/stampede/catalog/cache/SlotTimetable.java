package stampede.catalog.cache;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;
import stampede.catalog.SlotId;

/** The slots since yesterday, all of them: they are few, so each node has them in memory. */
final class SlotTimetable {

    private static final Comparator<Slot> BY_OPENING = Comparator.comparing(
                    (Slot slot) -> slot.window().opensAt())
            .thenComparing(slot -> slot.id().value());

    private final ZoneId zone;
    private final List<Slot> slots;
    private final Map<SlotId, Slot> byId;

    SlotTimetable(ZoneId zone, List<Slot> slots) {
        this.zone = zone;
        this.slots = slots.stream().sorted(BY_OPENING).toList();
        this.byId = slots.stream().collect(toUnmodifiableMap(Slot::id, identity()));
    }

    Optional<Slot> find(SlotId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The slot of all coupons, once there is a coupon. It is open, but in no list and never the one that sells. */
    Optional<Slot> coupons() {
        return slots.stream().filter(Slot::isOfCoupons).findFirst();
    }

    /** The slots that open on a day, earliest first. */
    List<Slot> on(LocalDate day) {
        return slots.stream()
                .filter(slot -> dayOf(slot).equals(day) && !slot.isOfCoupons())
                .toList();
    }

    /** The slot that sells now, or else the next one of today, or else the last one of today. */
    Optional<Slot> running(Instant now) {
        return last(slots.stream()
                        .filter(slot -> slot.window().phaseAt(now) == SaleWindow.Phase.OPEN && !slot.isOfCoupons())
                        .toList())
                .or(() -> nextOrLast(on(LocalDate.ofInstant(now, zone)), now));
    }

    /** The slots that sell now or open within {@code lead}. */
    List<Slot> near(Instant now, Duration lead) {
        return slots.stream().filter(slot -> isNear(slot, now, lead)).toList();
    }

    static boolean isNear(Slot slot, Instant now, Duration lead) {
        return !slot.window().opensAt().isAfter(now.plus(lead))
                && slot.window().closesAt().isAfter(now);
    }

    private static Optional<Slot> nextOrLast(List<Slot> today, Instant now) {
        return today.stream()
                .filter(slot -> slot.window().opensAt().isAfter(now))
                .findFirst()
                .or(() -> last(today));
    }

    private static Optional<Slot> last(List<Slot> slots) {
        return slots.isEmpty() ? Optional.empty() : Optional.of(slots.get(slots.size() - 1));
    }

    private LocalDate dayOf(Slot slot) {
        return LocalDate.ofInstant(slot.window().opensAt(), zone);
    }
}
