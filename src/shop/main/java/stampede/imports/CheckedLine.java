package stampede.imports;

import java.util.List;

/**
 * What was found about a row. Nothing was changed for it.
 *
 * @param line the row
 * @param state what applying it would do now
 * @param changes that it would make
 * @param problems for which it cannot be; empty if it can
 */
public record CheckedLine(ImportLine line, State state, List<ImportChange> changes, List<ImportProblem> problems) {

    public CheckedLine {
        changes = List.copyOf(changes);
        problems = List.copyOf(problems);
    }

    /** It can be applied. */
    public static CheckedLine can(ImportLine line, State state, List<ImportChange> changes) {
        return new CheckedLine(line, state, changes, List.of());
    }

    /** It cannot be applied. */
    public static CheckedLine cannot(ImportLine line, List<ImportProblem> problems) {
        return new CheckedLine(line, State.CANNOT, List.of(), problems);
    }

    /** What applying a row would do. The names are part of the JSON API. */
    public enum State {
        /** Make something. */
        NEW,
        /** Change something. */
        CHANGED,
        /** Nothing: all is so already. */
        UNCHANGED,
        /** It cannot be applied. */
        CANNOT
    }
}
