package stampede.api.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import stampede.imports.CheckedLine;
import stampede.imports.ImportChange;
import stampede.imports.ImportRow;

/**
 * A row of a file.
 *
 * @param row its number in the file; the heading is row 1
 * @param state what applying it would do, as it was found when the file was read
 * @param outcome absent until it was applied
 * @param takenBack absent until it was taken back; FAILED if it could not be
 * @param cells by column
 * @param problems for which it cannot be, or could not, or could not be taken back
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record ImportRowView(
        int row,
        CheckedLine.State state,
        ImportRow.@Nullable Outcome outcome,
        ImportRow.@Nullable Outcome takenBack,
        Map<String, String> cells,
        List<ImportChange> changes,
        List<Problem> problems) {

    /** What is wrong, in a sentence; column is empty where it is the row as a whole. */
    record Problem(String column, String message) {}
}
