package stampede.imports;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Deletes files that were read long ago; the audit log keeps what they were called and what became of them. */
@Component
class ImportRetention {

    private static final Duration KEPT = Duration.ofDays(30);
    private static final int AT_ONCE = 20;

    private final ImportRepository batches;
    private final ImportRowRepository rows;
    private final Clock clock;
    private final TransactionTemplate transaction;

    ImportRetention(ImportRepository batches, ImportRowRepository rows, Clock clock, TransactionTemplate transaction) {
        this.batches = batches;
        this.rows = rows;
        this.clock = clock;
        this.transaction = transaction;
    }

    /** A file at a time, so that no transaction is long. */
    void deleteOld() {
        List<Long> old;
        do {
            old = batches.old(clock.instant().minus(KEPT), AT_ONCE);
            old.forEach(this::delete);
        } while (old.size() == AT_ONCE);
    }

    private void delete(long batch) {
        transaction.executeWithoutResult(status -> {
            rows.delete(batch);
            batches.delete(batch);
        });
    }
}
