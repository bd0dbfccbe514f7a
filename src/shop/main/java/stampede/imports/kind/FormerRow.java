package stampede.imports.kind;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import stampede.account.SignedIn;
import stampede.imports.ImportChange;
import stampede.imports.ImportKind;
import stampede.imports.ImportLine;
import stampede.imports.ImportProblem;
import stampede.imports.ImportRow;

/** A row that changed something, turned round: it says what was before. */
final class FormerRow {

    private FormerRow() {}

    /** @param keys the columns by which what it is about is found */
    static ImportLine of(ImportRow row, List<String> keys) {
        var line = row.checked().line();
        var cells = new HashMap<String, String>();
        keys.forEach(key -> line.cell(key).ifPresent(cell -> cells.put(key, cell)));
        row.checked().changes().forEach(change -> cells.put(change.column(), change.before()));
        return new ImportLine(line.number(), cells);
    }

    /** Why it cannot be applied, or would not exactly undo what the row changed; empty if it would. */
    static Optional<ImportProblem> obstacle(ImportKind kind, SignedIn by, ImportRow row, ImportLine former) {
        var now = kind.check(by, List.of(former)).get(0);
        if (!now.problems().isEmpty()) {
            return Optional.of(now.problems().get(0));
        }
        var undone = now.changes().stream()
                .map(change ->
                        new ImportChange(change.column(), /* before= */ change.after(), /* after= */ change.before()))
                .collect(Collectors.toSet());
        return undone.equals(new HashSet<>(row.checked().changes()))
                ? Optional.empty()
                : Optional.of(ImportProblem.in("", "stays.changed"));
    }
}
