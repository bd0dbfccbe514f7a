package stampede.imports;

import java.util.List;
import stampede.refusal.RefusalException;

/** Takes the transaction of a chunk back, because one of its rows was refused. */
final class RowRefused extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient CheckedLine row;

    RowRefused(ImportLine line, RefusalException refused) {
        super("A row is refused", null, false, false);
        this.row = CheckedLine.cannot(line, List.of(ImportProblem.of(refused.reason())));
    }

    CheckedLine row() {
        return row;
    }
}
