package stampede.storefront;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;

/**
 * A day of slots as the home page shows it.
 *
 * @param date the day
 * @param today the day it is
 * @param around how many days to each side of today can be looked at
 * @param tabs its slots, earliest first; of a day with very many those around the chosen one, or around the first that is not over
 * @param earlier the slot before these
 * @param later the slot after these
 */
record SlotDay(
        LocalDate date, LocalDate today, int around, List<Tab> tabs, Optional<Slot> earlier, Optional<Slot> later) {

    private static final int MOST_TO_EACH_SIDE = 12;

    static SlotDay of(LocalDate date, LocalDate today, int around, List<Tab> all) {
        var middle = IntStream.range(0, all.size())
                .filter(place -> all.get(place).chosen())
                .findFirst()
                .orElseGet(() -> firstNotOver(all));
        var from = Math.max(0, middle - MOST_TO_EACH_SIDE);
        var to = Math.min(all.size(), middle + MOST_TO_EACH_SIDE + 1);
        return new SlotDay(date, today, around, all.subList(from, to), at(all, from - 1), at(all, to));
    }

    private static int firstNotOver(List<Tab> all) {
        return IntStream.range(0, all.size())
                .filter(place -> all.get(place).phase() != SaleWindow.Phase.ENDED)
                .findFirst()
                .orElse(0);
    }

    private static Optional<Slot> at(List<Tab> all, int place) {
        return place < 0 || place >= all.size()
                ? Optional.empty()
                : Optional.of(all.get(place).slot());
    }

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
