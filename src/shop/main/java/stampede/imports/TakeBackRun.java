package stampede.imports;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.audit.AuditLog;
import stampede.refusal.RefusalException;

/**
 * Takes the rows of a file back in chunks, the last one first. As with {@link ImportRun}, a chunk is one transaction that holds the file:
 * however often it is run, and whoever dies in the middle, each row is taken back once.
 */
@Component
class TakeBackRun {

    private static final int CHUNK = 100;

    private final ImportRepository batches;
    private final ImportRowRepository rows;
    private final ImportKinds kinds;
    private final AuditLog audit;
    private final Clock clock;
    private final TransactionTemplate transaction;

    TakeBackRun(
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

    /** Takes back the next rows and answers whether there may be more. */
    boolean next(long id) {
        try {
            return held(id, this::takeBack);
        } catch (RowRefused refused) {
            return held(id, batch -> {
                rows.keep(id, refused.row().line().number(), refused.row().problems());
                return true;
            });
        }
    }

    private boolean held(long id, Function<ImportBatch, Boolean> act) {
        return Objects.requireNonNull(transaction.execute(status -> batches.lock(id)
                .filter(batch -> batch.state() == ImportBatch.State.TAKING_BACK)
                .map(act)
                .orElse(false)));
    }

    private boolean takeBack(ImportBatch batch) {
        var how = kinds.find(batch.kind()).takeBack();
        var next = rows.toTakeBack(batch.id(), Integer.MAX_VALUE, CHUNK);
        var done = new ArrayList<Integer>();
        for (var row : next) {
            var number = row.checked().line().number();
            how.obstacle(batch.by(), row)
                    .ifPresentOrElse(obstacle -> rows.keep(batch.id(), number, List.of(obstacle)), () -> {
                        run(how, batch, row);
                        done.add(number);
                    });
        }
        rows.takeBack(batch.id(), done);
        if (next.size() < CHUNK) {
            end(batch);
            return false;
        }
        return true;
    }

    private static void run(TakeBack how, ImportBatch batch, ImportRow row) {
        try {
            how.run(batch.by(), row, batch.reason());
        } catch (RefusalException refused) {
            throw new RowRefused(row.checked().line(), refused);
        }
    }

    private void end(ImportBatch batch) {
        batches.end(batch.id(), ImportBatch.State.TAKEN_BACK, clock.instant());
        var counts = rows.count(batch.id());
        audit.write(
                new AuditLog.Act(
                        batch.by().who(), "IMPORT_TAKEN_BACK", "import:" + batch.id(), batch.reason(), batch.detail()),
                new AuditLog.Change(
                        counts.done() + " rows", counts.takenBack() + " taken back, " + counts.kept() + " kept"));
    }
}
