package stampede.imports;

import java.util.Map;

/**
 * How many rows of a file are in which state.
 *
 * @param found by what was found when it was read
 * @param done how many are applied
 * @param failed how many could not be any more
 * @param takenBack how many were taken back
 * @param kept how many could not be taken back
 */
public record ImportCounts(Map<CheckedLine.State, Integer> found, int done, int failed, int takenBack, int kept) {

    public ImportCounts {
        found = Map.copyOf(found);
    }

    public int of(CheckedLine.State state) {
        return found.getOrDefault(state, 0);
    }

    /** How many would change something. */
    public int applicable() {
        return of(CheckedLine.State.NEW) + of(CheckedLine.State.CHANGED);
    }

    /** How many of those have come to their end. */
    public int ended() {
        return done + failed;
    }

    public int all() {
        return found.values().stream().mapToInt(Integer::intValue).sum();
    }
}
