package stampede.imports;

import com.google.common.hash.Hashing;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.ids.Ids;
import stampede.task.Tasks;

/**
 * Files of sellers and operators: read and looked at first, applied only when their sender says so. What is another seller's does not
 * exist.
 */
@Service
public class Imports {

    /** How many bytes a file may have. */
    public static final int LONGEST_FILE = ImportFileReader.LONGEST;

    /** How many files one account may have read in a day. */
    private static final int MOST_A_DAY = 200;

    private static final int LONGEST_NAME = 120;
    private static final int LONGEST_IGNORED = 500;

    private final ImportRepository batches;
    private final ImportRowRepository rows;
    private final ImportKinds kinds;
    private final AuditLog audit;
    private final Tasks tasks;
    private final Ids ids;
    private final Clock clock;
    private final TransactionTemplate transaction;
    private final TransactionTemplate reading;

    Imports(
            ImportRepository batches,
            ImportRowRepository rows,
            ImportKinds kinds,
            AuditLog audit,
            Tasks tasks,
            Ids ids,
            Clock clock,
            TransactionTemplate transaction) {
        this.batches = batches;
        this.rows = rows;
        this.kinds = kinds;
        this.audit = audit;
        this.tasks = tasks;
        this.ids = ids;
        this.clock = clock;
        this.transaction = transaction;
        this.reading = new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
        this.reading.setReadOnly(true);
    }

    /** The names of what can be imported. */
    public List<String> kinds() {
        return kinds.all().stream().map(ImportKind::name).toList();
    }

    /**
     * The columns of files of this kind.
     *
     * @param by whoever would send them
     * @throws ImportRefused if there is no such kind
     */
    public List<ImportColumn> columns(SignedIn by, String kind) {
        return ImportKinds.columns(kinds.find(kind), by);
    }

    /**
     * Reads a file and looks at what its rows would do. Nothing is changed but that the file is kept, for a while. Audited.
     *
     * @param by a seller or an operator
     * @param fileName as the sender calls it; cut after 120 characters
     * @throws ImportRefused if it is no file of this kind
     */
    public ImportBatch read(SignedIn by, String kind, String fileName, byte[] bytes) {
        var found = kinds.find(kind);
        if (batches.countOf(by.id(), clock.instant().minus(Duration.ofDays(1))) >= MOST_A_DAY) {
            throw new ImportRefused(ImportRefusal.TOO_MANY_IMPORTS);
        }
        var file = new ImportFileReader(ImportKinds.columns(found, by)).read(bytes);
        // In one transaction, as each row would otherwise have several of its own.
        var checked = Objects.requireNonNull(reading.execute(status -> new ImportChecks(found, by).check(file)));
        var batch = new ImportBatch(
                ids.next(),
                kind,
                by.id(),
                by.username(),
                by.role() == Role.SELLER ? Optional.of(by.id()) : Optional.empty(),
                new ImportBatch.Source(
                        plain(fileName),
                        Hashing.sha256().hashBytes(bytes).toString(),
                        file.charset(),
                        told(file.ignored())),
                ImportBatch.State.CHECKED,
                false,
                clock.instant(),
                Optional.empty(),
                "");
        transaction.executeWithoutResult(status -> {
            batches.add(batch);
            rows.add(batch.id(), checked);
            write(batch, "IMPORT_READ", new AuditLog.Change("", checked.size() + " rows"));
        });
        return batch;
    }

    /**
     * One file.
     *
     * @throws ImportRefused if there is none by this number, or it is somebody else's
     */
    public ImportBatch find(Scope scope, long id) {
        return batches.find(id)
                .filter(batch -> batch.isIn(scope))
                .orElseThrow(() -> new ImportRefused(ImportRefusal.NO_SUCH_IMPORT));
    }

    /** The newest files, from a number downwards. */
    public List<ImportBatch> newest(Scope scope, long below, int most) {
        return batches.newest(scope, below, most);
    }

    public ImportCounts count(ImportBatch batch) {
        return rows.count(batch.id());
    }

    /** Rows behind that one, in the order of the file; all, or those of one state. Those that failed are among those that cannot be. */
    public List<ImportRow> rows(ImportBatch batch, Optional<CheckedLine.State> state, int after, int most) {
        return rows.page(batch.id(), state, after, most);
    }

    /**
     * Has a file applied, in the background. Audited, now and at its end.
     *
     * @param by whoever says so
     * @param allOrNone whether nothing is to be done unless everything can be; otherwise those rows are applied that can be
     * @throws ImportRefused if it is not theirs, was applied before, or there is nothing that it may do
     */
    public void apply(SignedIn by, long id, boolean allOrNone) {
        transaction.executeWithoutResult(status -> {
            var batch = batches.lock(id)
                    .filter(found -> found.isIn(Scope.of(by)))
                    .orElseThrow(() -> new ImportRefused(ImportRefusal.NO_SUCH_IMPORT));
            var counts = rows.count(id);
            require(batch.state() == ImportBatch.State.CHECKED, ImportRefusal.APPLIED_ALREADY);
            require(counts.applicable() > 0, ImportRefusal.NOTHING_TO_APPLY);
            require(!allOrNone || counts.of(CheckedLine.State.CANNOT) == 0, ImportRefusal.NOT_ALL_CAN);
            batches.begin(id, allOrNone);
            audit.write(
                    by.who(),
                    "IMPORT_BEGUN",
                    "import:" + id,
                    new AuditLog.Change("", counts.applicable() + (allOrNone ? " rows, all or none" : " rows")),
                    batch.detail());
            tasks.send(new ApplyImport(Long.toString(id)));
        });
    }

    private void write(ImportBatch batch, String action, AuditLog.Change change) {
        audit.write(batch.by().who(), action, "import:" + batch.id(), change, batch.detail());
    }

    /** Without folders, which some browsers send, and without what would break a line of the log. */
    private static String plain(String fileName) {
        var name = fileName.replaceAll("^.*[/\\\\]", "")
                .replaceAll("\\p{Cntrl}", " ")
                .strip();
        return name.codePointCount(0, name.length()) <= LONGEST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME));
    }

    /** As many as fit. */
    private static List<String> told(List<String> ignored) {
        var left = LONGEST_IGNORED;
        var told = new ArrayList<String>();
        for (var name : ignored) {
            left -= name.length() + 1;
            if (left >= 0) {
                told.add(name.replaceAll("\\s+", " "));
            }
        }
        return told;
    }

    private static void require(boolean met, ImportRefusal reason) {
        if (!met) {
            throw new ImportRefused(reason);
        }
    }
}
