package stampede.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.ids.Ids;
import stampede.stock.ConcurrentCalls;
import stampede.task.testing.RecordedTasks;

/** Files on the real database: read, applied in chunks, by those who die in the middle and by those who do it again. */
@StampedeTest
class ImportRunTests {

    @Autowired
    private ImportRepository batches;

    @Autowired
    private ImportRowRepository rows;

    @Autowired
    private AuditLog audit;

    @Autowired
    private Ids ids;

    @Autowired
    private Clock clock;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcTemplate jdbc;

    private final RecordedTasks tasks = new RecordedTasks();
    private SignedIn seller;
    private SignedIn operator;

    @BeforeEach
    void somebody() {
        seller = new SignedIn(new AccountId(ids.next()), "notes", Role.SELLER);
        operator = new SignedIn(new AccountId(ids.next()), "runner", Role.OPERATOR);
    }

    @Test
    void readingAFileChangesNothingAndIsAudited() {
        var batch = read(file(3) + "bad,\n1,again\n");

        assertThat(notes()).isEmpty();
        var counts = imports(ImportRunTests::well).count(batch);
        assertThat(counts.of(CheckedLine.State.NEW)).isEqualTo(3);
        assertThat(counts.of(CheckedLine.State.CANNOT)).isEqualTo(2);
        assertThat(imports(ImportRunTests::well).rows(batch, Optional.of(CheckedLine.State.CANNOT), 0, 10))
                .flatExtracting(row -> row.checked().problems())
                .containsExactly(ImportProblem.in("words", "missing"), ImportProblem.in("note", "twice", "2"));
        assertThat(audited(batch)).containsExactly("IMPORT_READ  5 rows");
        assertThat(tasks.sent()).isEmpty();
    }

    @Test
    void eachChunkIsATransactionAndEachRowIsAppliedOnce() {
        var batch = begin(file(250), false);

        assertThat(run(ImportRunTests::well).next(batch.id())).isTrue();
        assertThat(notes()).hasSize(100);
        assertThat(imports(ImportRunTests::well).count(batch).ended()).isEqualTo(100);
        finish(batch, ImportRunTests::well);

        assertThat(notes()).hasSize(250).doesNotHaveDuplicates();
        assertThat(find(batch).state()).isEqualTo(ImportBatch.State.APPLIED);
        assertThat(audited(batch))
                .containsExactly(
                        "IMPORT_READ  250 rows",
                        "IMPORT_BEGUN  250 rows",
                        "IMPORT_APPLIED 250 rows 250 done, 0 failed");
        assertThat(run(ImportRunTests::well).next(batch.id())).as("done again").isFalse();
        assertThat(notes()).hasSize(250);
    }

    /** The database's side of a node that is killed: its connection is gone, and nobody says why. */
    @Test
    void whoDiesInTheMiddleOfAChunkLeavesNothingTwiceAndNothingOut() {
        var batch = begin(file(250), false);
        IntConsumer killedInSecondChunk = number -> {
            if (number == 172) {
                jdbc.execute("kill connection_id()");
            }
        };
        var dying = run(killedInSecondChunk);

        assertThat(dying.next(batch.id())).isTrue();
        assertThatThrownBy(() -> dying.next(batch.id()))
                .isInstanceOfAny(DataAccessException.class, TransactionException.class);
        assertThat(notes()).as("its chunk is taken back").hasSize(100);
        assertThat(imports(ImportRunTests::well).count(batch).ended()).isEqualTo(100);
        finish(batch, ImportRunTests::well);

        assertThat(notes()).hasSize(250).doesNotHaveDuplicates();
        assertThat(imports(ImportRunTests::well).count(batch).done()).isEqualTo(250);
    }

    @Test
    void manyWhoApplyTheSameFileAtOnceApplyItOnce() {
        var batch = begin(file(250), false);
        Callable<Boolean> all = () -> {
            finish(batch, ImportRunTests::well);
            return true;
        };

        ConcurrentCalls.run(4, Collections.nCopies(4, all));

        assertThat(notes()).hasSize(250).doesNotHaveDuplicates();
        assertThat(audited(batch))
                .filteredOn(row -> row.startsWith("IMPORT_APPLIED"))
                .hasSize(1);
    }

    @Test
    void aRowThatCannotBeAnyMoreFailsAloneAndSaysWhy() {
        var batch = begin(file(120), false);
        IntConsumer refused = number -> {
            if (number == 7 || number == 110) {
                throw new ImportRefused(ImportRefusal.NOTHING_TO_APPLY);
            }
        };

        finish(batch, refused);

        var counts = imports(ImportRunTests::well).count(batch);
        assertThat(counts.done()).isEqualTo(118);
        assertThat(counts.failed()).isEqualTo(2);
        assertThat(notes()).hasSize(118).doesNotContain("7", "110");
        assertThat(imports(ImportRunTests::well).rows(batch, Optional.of(CheckedLine.State.CANNOT), 0, 10))
                .allSatisfy(row -> assertThat(row.checked().problems())
                        .containsExactly(ImportProblem.of(ImportRefusal.NOTHING_TO_APPLY)));
    }

    @Test
    void allOrNoneIsNoneIfOneCannotBeAnyMore() {
        var batch = begin(file(250), true);

        finish(batch, number -> {
            if (number == 240) {
                throw new ImportRefused(ImportRefusal.NOTHING_TO_APPLY);
            }
        });

        assertThat(notes()).isEmpty();
        assertThat(find(batch).state()).isEqualTo(ImportBatch.State.NOT_APPLIED);
        assertThat(imports(ImportRunTests::well).count(batch).failed()).isEqualTo(1);
        assertThat(audited(batch)).last().isEqualTo("IMPORT_NOT_APPLIED 250 rows 0 done, 1 failed");

        var again = begin(file(250), true);
        finish(again, ImportRunTests::well);
        assertThat(notes()).hasSize(250);
        assertThat(find(again).state()).isEqualTo(ImportBatch.State.APPLIED);
    }

    @Test
    void whatCannotBeAppliedIsSaidAtOnce() {
        var some = read(file(2) + "bad,\n");
        var none = read("note,words\nbad,\n");

        assertThat(refusal(() -> imports(ImportRunTests::well).apply(seller, some.id(), true)))
                .isEqualTo(ImportRefusal.NOT_ALL_CAN);
        assertThat(refusal(() -> imports(ImportRunTests::well).apply(seller, none.id(), false)))
                .isEqualTo(ImportRefusal.NOTHING_TO_APPLY);
        imports(ImportRunTests::well).apply(seller, some.id(), false);
        assertThat(refusal(() -> imports(ImportRunTests::well).apply(seller, some.id(), false)))
                .isEqualTo(ImportRefusal.APPLIED_ALREADY);
        assertThat(tasks.sent()).hasSize(1);
    }

    @Test
    void anothersImportIsNotThere() {
        var batch = read(file(2));
        var other = new SignedIn(new AccountId(ids.next()), "other", Role.SELLER);
        var ofOperator = imports(ImportRunTests::well).read(operator, "notes", "a.csv", file(1).getBytes(UTF_8));

        assertThat(refusal(() -> imports(ImportRunTests::well).find(Scope.of(other), batch.id())))
                .isEqualTo(ImportRefusal.NO_SUCH_IMPORT);
        assertThat(refusal(() -> imports(ImportRunTests::well).apply(other, batch.id(), false)))
                .isEqualTo(ImportRefusal.NO_SUCH_IMPORT);
        assertThat(refusal(() -> imports(ImportRunTests::well).find(Scope.of(seller), ofOperator.id())))
                .isEqualTo(ImportRefusal.NO_SUCH_IMPORT);
        assertThat(imports(ImportRunTests::well).newest(Scope.of(seller), Long.MAX_VALUE, 10))
                .extracting(ImportBatch::id)
                .containsExactly(batch.id());
        assertThat(imports(ImportRunTests::well)
                        .find(Scope.of(operator), batch.id())
                        .id())
                .isEqualTo(batch.id());
        assertThat(imports(ImportRunTests::well).newest(Scope.of(operator), Long.MAX_VALUE, 2))
                .extracting(ImportBatch::id)
                .containsExactly(ofOperator.id(), batch.id());
    }

    @Test
    void aFileIsTakenBackRowByRowTheLastOneFirstAndWhatCannotBeStays() {
        var batch = applied(250);

        assertThat(takeBack(batch, number -> {
                    if (number == 7) {
                        throw new ImportRefused(ImportRefusal.NOTHING_TO_APPLY);
                    }
                }))
                .isPositive();

        assertThat(notes("BACK"))
                .hasSize(249)
                .doesNotHaveDuplicates()
                .startsWith("250", "249")
                .doesNotContain("7");
        assertThat(find(batch).state()).isEqualTo(ImportBatch.State.TAKEN_BACK);
        var counts = imports(ImportRunTests::well).count(batch);
        assertThat(counts.takenBack()).isEqualTo(249);
        assertThat(counts.kept()).isEqualTo(1);
        assertThat(imports(ImportRunTests::well).rows(batch, Optional.of(CheckedLine.State.CANNOT), 0, 10))
                .singleElement()
                .satisfies(row -> assertThat(row.checked().problems())
                        .containsExactly(ImportProblem.of(ImportRefusal.NOTHING_TO_APPLY)));
        assertThat(audited(batch))
                .endsWith("IMPORT_TAKE_BACK_BEGUN 250 rows ", "IMPORT_TAKEN_BACK 250 rows 249 taken back, 1 kept");
    }

    @Test
    void whoDiesWhileTakingBackLeavesNothingTwiceAndNothingOut() {
        var batch = applied(250);
        takeBacks(ImportRunTests::well).begin(seller, batch.id(), "A wrong file");
        IntConsumer killedInSecondChunk = number -> {
            if (number == 72) {
                jdbc.execute("kill connection_id()");
            }
        };
        var dying = takeBackRun(killedInSecondChunk);

        assertThat(dying.next(batch.id())).isTrue();
        assertThatThrownBy(() -> dying.next(batch.id()))
                .isInstanceOfAny(DataAccessException.class, TransactionException.class);
        assertThat(notes("BACK")).as("its chunk is taken back").hasSize(100);
        while (takeBackRun(ImportRunTests::well).next(batch.id())) {
            assertThat(notes("BACK")).hasSizeLessThanOrEqualTo(250);
        }

        assertThat(notes("BACK")).hasSize(250).doesNotHaveDuplicates();
        assertThat(takeBackRun(ImportRunTests::well).next(batch.id()))
                .as("done again")
                .isFalse();
    }

    @Test
    void onlyWhatWasAppliedWithinADayIsTakenBackOnceAndWithAReason() {
        var read = read(file(2));
        var old = applied(2);
        var young = applied(2);
        jdbc.update("update import_batch set ended_ms = ended_ms - 86400001 where id = ?", old.id());
        var takeBacks = takeBacks(ImportRunTests::well);

        assertThat(refusal(() -> takeBacks.begin(seller, read.id(), "A wrong file")))
                .isEqualTo(ImportRefusal.NOT_APPLIED_YET);
        assertThat(refusal(() -> takeBacks.begin(seller, old.id(), "A wrong file")))
                .isEqualTo(ImportRefusal.TOO_LATE_TO_TAKE_BACK);
        assertThat(refusal(() -> takeBacks.begin(seller, young.id(), " no  "))).isEqualTo(ImportRefusal.BAD_REASON);
        assertThat(refusal(() -> takeBacks.begin(
                        new SignedIn(new AccountId(ids.next()), "other", Role.SELLER), young.id(), "A wrong file")))
                .isEqualTo(ImportRefusal.NO_SUCH_IMPORT);
        takeBacks.begin(seller, young.id(), "A wrong file");
        assertThat(refusal(() -> takeBacks.begin(seller, young.id(), "A wrong file")))
                .isEqualTo(ImportRefusal.TAKEN_BACK_ALREADY);
    }

    @Test
    void whatIsOldIsForgotten() {
        var old = read(file(2));
        var young = read(file(2));
        jdbc.update("update import_batch set made_ms = 1 where id = ?", old.id());

        new ImportRetention(batches, rows, clock, transaction).deleteOld();

        assertThat(batches.find(old.id())).isEmpty();
        assertThat(rows.count(old.id()).all()).isZero();
        assertThat(rows.count(young.id()).all()).isEqualTo(2);
    }

    private static String file(int number) {
        return "note,words\n"
                + IntStream.rangeClosed(1, number)
                        .mapToObj(i -> i + ",word" + i)
                        .collect(Collectors.joining("\n"))
                + "\n";
    }

    private ImportBatch read(String text) {
        return imports(ImportRunTests::well).read(seller, "notes", "notes.csv", text.getBytes(UTF_8));
    }

    private ImportBatch begin(String text, boolean allOrNone) {
        var batch = read(text);
        imports(ImportRunTests::well).apply(seller, batch.id(), allOrNone);
        return batch;
    }

    private ImportBatch applied(int number) {
        var batch = begin(file(number), false);
        finish(batch, ImportRunTests::well);
        return find(batch);
    }

    /** How many turns it took. */
    private int takeBack(ImportBatch batch, IntConsumer doing) {
        takeBacks(doing).begin(seller, batch.id(), "A wrong file");
        var run = takeBackRun(doing);
        var turns = 0;
        while (run.next(batch.id())) {
            assertThat(turns++).isLessThan(20);
        }
        return turns;
    }

    private TakeBacks takeBacks(IntConsumer doing) {
        return new TakeBacks(batches, rows, kinds(doing), audit, tasks, clock, transaction);
    }

    private TakeBackRun takeBackRun(IntConsumer doing) {
        return new TakeBackRun(batches, rows, kinds(doing), audit, clock, transaction);
    }

    private void finish(ImportBatch batch, IntConsumer doing) {
        var run = run(doing);
        var turns = 0;
        while (run.next(batch.id())) {
            assertThat(turns++).isLessThan(20);
        }
    }

    private ImportBatch find(ImportBatch batch) {
        return imports(ImportRunTests::well).find(Scope.of(seller), batch.id());
    }

    private Imports imports(IntConsumer doing) {
        return new Imports(batches, rows, kinds(doing), audit, tasks, ids, clock, transaction);
    }

    private ImportRun run(IntConsumer doing) {
        return new ImportRun(batches, rows, kinds(doing), audit, clock, transaction);
    }

    private ImportKinds kinds(IntConsumer doing) {
        return new ImportKinds(List.of(new Notes(doing)));
    }

    /** Nothing goes wrong. */
    private static void well(int number) {}

    private List<String> notes() {
        return notes("NOTE");
    }

    private List<String> notes(String action) {
        return jdbc.query(
                "select subject from operator_audit where who = ? and action = ? order by id",
                (row, number) -> row.getString("subject"),
                seller.who(),
                action);
    }

    private List<String> audited(ImportBatch batch) {
        return jdbc.query(
                "select action, value_before, value_after from operator_audit where subject = ? order by id",
                (row, number) -> row.getString("action") + " " + row.getString("value_before") + " "
                        + row.getString("value_after"),
                "import:" + batch.id());
    }

    private static ImportRefusal refusal(Runnable act) {
        return assertThatExceptionOfType(ImportRefused.class)
                .isThrownBy(act::run)
                .actual()
                .reason();
    }

    /** A kind that only writes down that it was asked. */
    private final class Notes implements ImportKind {

        private final IntConsumer doing;

        Notes(IntConsumer doing) {
            this.doing = doing;
        }

        @Override
        public String name() {
            return "notes";
        }

        @Override
        public List<ImportColumn> columns() {
            return List.of(ImportColumn.required("note", 10, "1"), ImportColumn.required("words", 20, "one"));
        }

        @Override
        public String key(ImportLine line) {
            return line.required("note");
        }

        @Override
        public List<CheckedLine> check(SignedIn by, List<ImportLine> lines) {
            return lines.stream()
                    .map(line -> CheckedLine.can(line, CheckedLine.State.NEW, List.of()))
                    .toList();
        }

        @Override
        public long apply(SignedIn by, ImportLine line) {
            var note = line.required("note");
            audit.write(by.who(), "NOTE", note, new AuditLog.Change("", note), "");
            doing.accept(Integer.parseInt(note));
            return Long.parseLong(note);
        }

        @Override
        public TakeBack takeBack() {
            return new TakeBack() {
                @Override
                public Optional<ImportProblem> obstacle(SignedIn by, ImportRow row) {
                    return Optional.empty();
                }

                @Override
                public void run(SignedIn by, ImportRow row, String reason) {
                    var note = Long.toString(row.subject().orElseThrow());
                    audit.write(by.who(), "BACK", note, new AuditLog.Change(note, ""), reason);
                    doing.accept(Integer.parseInt(note));
                }
            };
        }
    }
}
