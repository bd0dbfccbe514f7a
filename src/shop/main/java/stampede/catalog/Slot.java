package stampede.catalog;

import java.time.Instant;

/**
 * A named sale window, such as the one that opens at eight o'clock.
 *
 * @param id its id
 * @param window when it sells
 */
public record Slot(SlotId id, SaleWindow window) {

    /** When the slot of all coupons is open: always. Each coupon has a window of its own. */
    public static final SaleWindow OF_COUPONS = new SaleWindow(Instant.EPOCH, Instant.parse("3000-01-01T00:00:00Z"));

    /** Whether it is the one slot in which all coupons are; no timetable shows it. */
    public boolean isOfCoupons() {
        return window.equals(OF_COUPONS);
    }
}
