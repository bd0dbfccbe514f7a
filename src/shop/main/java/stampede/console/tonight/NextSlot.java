package stampede.console.tonight;

import java.util.List;
import java.util.Optional;
import stampede.draft.SlotReadiness;
import stampede.draft.SlotSummary;

/**
 * Whether the slot that opens next is ready.
 *
 * @param slot the next one with offers in it; empty if none opens within a day
 * @param wrong those of its offers with which something is wrong
 */
public record NextSlot(Optional<SlotSummary> slot, List<SlotReadiness.Checked> wrong) {

    /** So many are named; the page of the slot names all. */
    private static final int NAMED = 3;

    static final NextSlot NONE = new NextSlot(Optional.empty(), List.of());

    public NextSlot {
        wrong = List.copyOf(wrong);
    }

    public boolean isReady() {
        return wrong.isEmpty();
    }

    /** The first of those with which something is wrong. */
    public List<SlotReadiness.Checked> named() {
        return wrong.subList(0, Math.min(NAMED, wrong.size()));
    }

    /** How many there are besides {@link #named}. */
    public int more() {
        return wrong.size() - named().size();
    }
}
