package stampede.imports;

import java.util.Map;
import java.util.Optional;

/**
 * A row of a file.
 *
 * @param number in the file, its heading being row 1
 * @param cells values by the names of columns, without spaces around them; empty ones are left out
 */
public record ImportLine(int number, Map<String, String> cells) {

    public ImportLine {
        cells = Map.copyOf(cells);
    }

    /** What stands in a column; empty if nothing does. */
    public Optional<String> cell(String column) {
        return Optional.ofNullable(cells.get(column));
    }

    /** What stands in a column that has to be filled. */
    public String required(String column) {
        return cell(column).orElseThrow();
    }
}
