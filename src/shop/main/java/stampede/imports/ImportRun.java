package stampede.imports;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.audit.AuditLog;
import stampede.refusal.RefusalException;

/**
 * Applies the rows of a file in chunks. A chunk's rows, their outcomes and what they change are one transaction, and the file is locked
 * in it: however often it is run, and whoever dies in the middle, each row is applied once.
 */
@Component
class ImportRun {

    private static final int CHUNK = 100;

    private final ImportRepository batches;
    private final ImportRowRepository rows;
    private final ImportKinds kinds;
    private final AuditLog audit;
    private final Clock clock;
    private final TransactionTemplate transaction;

    ImportRun(
            ImportRepository batches,
            ImportRowRepository rows,
            ImportKinds kinds,
            AuditLog audit,
            Clock clock,
            TransactionTemplate transaction) {
        this.batches = batches;
        this.rows = rows;
        this.kinds = kinds;
        this.audit = audit;
        this.clock = clock;
        this.transaction = transaction;
    }

    /**
     * Applies the next rows; all that are left if it is all or none.
     *
     * @return whether there may be more
     */
    boolean next(long id) {
        try {
            return Objects.requireNonNull(transaction.execute(status -> batches.lock(id)
                    .filter(batch -> batch.state() == ImportBatch.State.APPLYING)
                    .map(this::apply)
                    .orElse(false)));
        } catch (RowRefused refused) {
            return Objects.requireNonNull(transaction.execute(status -> batches.lock(id)
                    .filter(batch -> batch.state() == ImportBatch.State.APPLYING)
                    .map(batch -> fail(batch, List.of(refused.row())))
                    .orElse(false)));
        }
    }

    private boolean apply(ImportBatch batch) {
        var kind = kinds.find(batch.kind());
        var lines = rows.open(batch.id(), batch.allOrNone() ? Integer.MAX_VALUE : CHUNK);
        // Looked at again: hours may have passed since the file was read, and one row that is refused costs the chunk.
        var checked = new ImportChecks(kind, batch.by()).check(lines);
        var not = checked.stream()
                .filter(row -> row.state() == CheckedLine.State.CANNOT)
                .toList();
        if (!not.isEmpty()) {
            return fail(batch, not);
        }
        var subjects = new LinkedHashMap<CheckedLine, Long>();
        for (var row : checked) {
            subjects.put(row, apply(kind, batch, row.line()));
        }
        rows.finish(batch.id(), subjects);
        var more = !batch.allOrNone() && lines.size() == CHUNK;
        if (!more) {
            end(batch, ImportBatch.State.APPLIED);
        }
        return more;
    }

    private static long apply(ImportKind kind, ImportBatch batch, ImportLine line) {
        try {
            return kind.apply(batch.by(), line);
        } catch (RefusalException refused) {
            throw new RowRefused(line, refused);
        }
    }

    private boolean fail(ImportBatch batch, List<CheckedLine> refused) {
        refused.forEach(row -> rows.fail(batch.id(), row.line().number(), row.problems()));
        if (batch.allOrNone()) {
            end(batch, ImportBatch.State.NOT_APPLIED);
        }
        return !batch.allOrNone();
    }

    private void end(ImportBatch batch, ImportBatch.State state) {
        batches.end(batch.id(), state, clock.instant());
        var counts = rows.count(batch.id());
        audit.write(
                batch.by().who(),
                "IMPORT_" + state,
                "import:" + batch.id(),
                new AuditLog.Change(
                        counts.applicable() + " rows", counts.done() + " done, " + counts.failed() + " failed"),
                batch.detail());
    }
}
