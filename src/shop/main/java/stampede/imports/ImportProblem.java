package stampede.imports;

import java.util.List;
import stampede.refusal.RefusalReason;

/**
 * Why a row cannot be.
 *
 * @param column in which it is; empty if it is in the row as a whole
 * @param message the key of a sentence that says what to do
 * @param values of the message
 */
public record ImportProblem(String column, String message, List<String> values) {

    private static final int LONGEST_VALUE = 80;

    public ImportProblem {
        values = List.copyOf(values);
    }

    /** In a cell; its sentence is {@code imports.problem.WORD}. */
    public static ImportProblem in(String column, String word, String... values) {
        return new ImportProblem(
                column,
                "imports.problem." + word,
                List.of(values).stream().map(ImportProblem::shortened).toList());
    }

    /** In the row as a whole. */
    public static ImportProblem of(RefusalReason reason) {
        return new ImportProblem("", reason.messageKey() + ".text", List.of());
    }

    /** For templates and messages. */
    public Object[] arguments() {
        return values.toArray();
    }

    private static String shortened(String value) {
        return value.codePointCount(0, value.length()) <= LONGEST_VALUE
                ? value
                : value.substring(0, value.offsetByCodePoints(0, LONGEST_VALUE)) + "…";
    }
}
