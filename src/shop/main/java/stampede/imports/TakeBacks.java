package stampede.imports;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.task.Tasks;

/** Has files taken back that were applied within a day: row by row what nobody has used or changed since. */
@Service
public class TakeBacks {

    private static final Duration OPEN = Duration.ofHours(24);
    private static final int AT_ONCE = 500;
    private static final int SHORTEST_REASON = 5;
    private static final int LONGEST_REASON = 200;

    private final ImportRepository batches;
    private final ImportRowRepository rows;
    private final ImportKinds kinds;
    private final AuditLog audit;
    private final Tasks tasks;
    private final Clock clock;
    private final TransactionTemplate transaction;
    private final TransactionTemplate reading;

    TakeBacks(
            ImportRepository batches,
            ImportRowRepository rows,
            ImportKinds kinds,
            AuditLog audit,
            Tasks tasks,
            Clock clock,
            TransactionTemplate transaction) {
        this.batches = batches;
        this.rows = rows;
        this.kinds = kinds;
        this.audit = audit;
        this.tasks = tasks;
        this.clock = clock;
        this.transaction = transaction;
        this.reading = new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
        this.reading.setReadOnly(true);
    }

    /** Why a file cannot be taken back at all; empty if it can be asked about. */
    public Optional<ImportRefusal> refusal(ImportBatch batch) {
        if (batch.state() == ImportBatch.State.TAKING_BACK || batch.state() == ImportBatch.State.TAKEN_BACK) {
            return Optional.of(ImportRefusal.TAKEN_BACK_ALREADY);
        }
        if (batch.state() != ImportBatch.State.APPLIED) {
            return Optional.of(ImportRefusal.NOT_APPLIED_YET);
        }
        var isOpen = batch.endedAt()
                .filter(end -> clock.instant().isBefore(end.plus(OPEN)))
                .isPresent();
        return isOpen ? Optional.empty() : Optional.of(ImportRefusal.TOO_LATE_TO_TAKE_BACK);
    }

    /** What taking it back would do now. Each row is looked at, so it takes seconds for thousands. */
    public Outlook look(ImportBatch batch) {
        var can = 0;
        var kept = new LinkedHashMap<ImportProblem, List<Integer>>();
        var below = Integer.MAX_VALUE;
        Map<Integer, Optional<ImportProblem>> page;
        do {
            page = obstacles(batch, below);
            for (var row : page.entrySet()) {
                below = row.getKey();
                if (row.getValue().isEmpty()) {
                    can++;
                } else {
                    kept.computeIfAbsent(row.getValue().get(), none -> new ArrayList<>())
                            .add(0, below);
                }
            }
        } while (page.size() == AT_ONCE);
        return new Outlook(can, kept);
    }

    /** What there is against some rows, the last ones first. In one transaction, as each would otherwise have several of its own. */
    private Map<Integer, Optional<ImportProblem>> obstacles(ImportBatch batch, int below) {
        var how = kinds.find(batch.kind()).takeBack();
        return Objects.requireNonNull(reading.execute(status -> {
            var found = new LinkedHashMap<Integer, Optional<ImportProblem>>();
            rows.toTakeBack(batch.id(), below, AT_ONCE)
                    .forEach(row -> found.put(row.checked().line().number(), how.obstacle(batch.by(), row)));
            return found;
        }));
    }

    /**
     * Has a file taken back, in the background. Audited, now and at its end.
     *
     * @param by whoever says so
     * @param reason 5 to 200 characters, for the audit log
     * @throws ImportRefused if it is not theirs, or cannot be taken back
     */
    public void begin(SignedIn by, long id, String reason) {
        var words = reason.strip();
        var length = words.codePointCount(0, words.length());
        if (length < SHORTEST_REASON || length > LONGEST_REASON) {
            throw new ImportRefused(ImportRefusal.BAD_REASON);
        }
        transaction.executeWithoutResult(status -> {
            var batch = batches.lock(id)
                    .filter(found -> found.isIn(Scope.of(by)))
                    .orElseThrow(() -> new ImportRefused(ImportRefusal.NO_SUCH_IMPORT));
            refusal(batch).ifPresent(no -> {
                throw new ImportRefused(no);
            });
            batches.beginTakingBack(id, words);
            audit.write(
                    new AuditLog.Act(by.who(), "IMPORT_TAKE_BACK_BEGUN", "import:" + id, words, batch.detail()),
                    new AuditLog.Change(rows.count(id).done() + " rows", ""));
            tasks.send(new TakeBackImport(Long.toString(id)));
        });
    }

    /**
     * What taking a file back would do.
     *
     * @param can how many rows can be taken back
     * @param kept the numbers of those that cannot, by why
     */
    public record Outlook(int can, Map<ImportProblem, List<Integer>> kept) {

        public Outlook {
            kept = new LinkedHashMap<>(kept);
        }

        /** How many cannot. */
        public int keptRows() {
            return kept.values().stream().mapToInt(List::size).sum();
        }
    }
}
