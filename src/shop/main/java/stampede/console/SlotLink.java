package stampede.console;

import java.time.Instant;
import java.util.Optional;
import stampede.catalog.SaleWindow;
import stampede.catalog.Slot;

/**
 * A slot of the day that the console shows.
 *
 * @param slot the slot
 * @param phase where it stands now
 * @param chosen whether its offers are shown
 */
record SlotLink(Slot slot, SaleWindow.Phase phase, boolean chosen) {

    static SlotLink of(Slot slot, Optional<Slot> chosen, Instant now) {
        return new SlotLink(
                slot, slot.window().phaseAt(now), chosen.filter(slot::equals).isPresent());
    }
}
