package stampede.imports;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import stampede.account.SignedIn;

/** Looks at all rows of a file: what is missing or too long, what stands there twice, and what the kind says of the rest. */
final class ImportChecks {

    private static final int AT_ONCE = 500;

    private final ImportKind kind;
    private final SignedIn by;

    ImportChecks(ImportKind kind, SignedIn by) {
        this.kind = kind;
        this.by = by;
    }

    /** One for each row, in the order of the file. */
    List<CheckedLine> check(ImportFile file) {
        var checked = new ArrayList<>(file.problems());
        var sound = new ArrayList<ImportLine>();
        var first = new HashMap<String, Integer>();
        for (var line : file.lines()) {
            var problems = problems(line);
            if (problems.isEmpty()) {
                var other = first.putIfAbsent(kind.key(line), line.number());
                if (other != null) {
                    problems.add(ImportProblem.in(kind.columns().get(0).name(), "twice", Integer.toString(other)));
                }
            }
            if (problems.isEmpty()) {
                sound.add(line);
            } else {
                checked.add(CheckedLine.cannot(line, problems));
            }
        }
        checked.addAll(check(sound));
        checked.sort(Comparator.comparingInt(one -> one.line().number()));
        return checked;
    }

    /** What the kind says of rows in which nothing is missing. */
    List<CheckedLine> check(List<ImportLine> lines) {
        var checked = new ArrayList<CheckedLine>();
        for (var from = 0; from < lines.size(); from += AT_ONCE) {
            checked.addAll(kind.check(by, lines.subList(from, Math.min(lines.size(), from + AT_ONCE))));
        }
        return checked;
    }

    /** What is wrong with its cells whatever they mean. */
    private List<ImportProblem> problems(ImportLine line) {
        var problems = new ArrayList<ImportProblem>();
        for (var column : ImportKinds.columns(kind, by)) {
            var cell = line.cell(column.name());
            if (cell.isEmpty() && column.required()) {
                problems.add(ImportProblem.in(column.name(), "missing"));
            }
            if (cell.filter(text -> text.codePointCount(0, text.length()) > column.longest())
                    .isPresent()) {
                problems.add(ImportProblem.in(column.name(), "too-long", Integer.toString(column.longest())));
            }
        }
        return problems;
    }
}
