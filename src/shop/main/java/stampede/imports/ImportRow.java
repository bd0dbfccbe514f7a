package stampede.imports;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A row of a file, what was found about it and what became of it.
 *
 * @param checked what was found when it was read; of a row that failed since, why
 * @param outcome empty until it was applied
 * @param subject the id of what it was applied to
 * @param did what applying it did, with the changes that {@code checked} has then; empty until it was applied
 * @param takenBack empty until it was taken back; FAILED if it could not be, and {@code checked} says why
 */
public record ImportRow(
        CheckedLine checked,
        Optional<Outcome> outcome,
        OptionalLong subject,
        Optional<CheckedLine.State> did,
        Optional<Outcome> takenBack) {

    /** Whether applying it made something, which was not there before. */
    public boolean made() {
        return did.filter(CheckedLine.State.NEW::equals).isPresent();
    }

    /** What became of a row. The names are part of the JSON API. */
    public enum Outcome {
        DONE,
        /** It could not be any more. */
        FAILED
    }
}
