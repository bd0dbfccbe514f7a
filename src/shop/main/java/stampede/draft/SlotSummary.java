package stampede.draft;

import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;

/**
 * A slot with what is in it.
 *
 * @param id its id
 * @param window when it sells
 * @param offers how many
 * @param units of all of them
 * @param warm how many of them have been loaded into Redis
 */
public record SlotSummary(SlotId id, SaleWindow window, int offers, long units, int warm) {

    public boolean isWarm() {
        return offers > 0 && warm == offers;
    }
}
