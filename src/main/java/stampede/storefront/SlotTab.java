package stampede.storefront;

import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;

/**
 * A slot as one of the tabs of its day.
 *
 * @param slot the slot
 * @param phase where it stands now
 * @param chosen whether the page shows it
 */
record SlotTab(Slot slot, SaleWindow.Phase phase, boolean chosen) {

    public long opens() {
        return slot.window().opensAt().toEpochMilli();
    }

    public long closes() {
        return slot.window().closesAt().toEpochMilli();
    }
}
