package stampede.storefront;

import java.time.LocalDate;
import java.util.List;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;

/**
 * A day of slots as the home page shows it.
 *
 * @param date the day
 * @param today the day it is
 * @param around how many days to each side of today can be looked at
 * @param tabs its slots, earliest first
 */
record SlotDay(LocalDate date, LocalDate today, int around, List<Tab> tabs) {

    public boolean isToday() {
        return date.equals(today);
    }

    public boolean hasBefore() {
        return date.isAfter(today.minusDays(around));
    }

    public boolean hasAfter() {
        return date.isBefore(today.plusDays(around));
    }

    /** What people call a day near today, as the end of a message key; empty of any other. */
    public String nameOf(LocalDate other) {
        return switch ((int) (other.toEpochDay() - today.toEpochDay())) {
            case -1 -> "yesterday";
            case 0 -> "today";
            case 1 -> "tomorrow";
            default -> "";
        };
    }

    static boolean canBeSeen(LocalDate date, LocalDate today, int around) {
        return !date.isBefore(today.minusDays(around)) && !date.isAfter(today.plusDays(around));
    }

    /**
     * A slot as one of the tabs of its day.
     *
     * @param slot the slot
     * @param phase where it stands now
     * @param chosen whether the page shows it
     */
    record Tab(Slot slot, SaleWindow.Phase phase, boolean chosen) {

        public long opens() {
            return slot.window().opensAt().toEpochMilli();
        }

        public long closes() {
            return slot.window().closesAt().toEpochMilli();
        }
    }
}
