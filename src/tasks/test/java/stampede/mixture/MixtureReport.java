package stampede.mixture;

import com.google.errorprone.annotations.FormatMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tables of {@code scripts/bench mixture}, and whether all is well. */
final class MixtureReport {

    /** Chains and chords come in thousands, and some thirds have one more of them. */
    private static final Set<String> IN_THOUSANDS = Set.of("task_run", "workflow_step", "workflow_gate", "task_outbox");

    private final MixtureChecks checks;
    private final List<String> processes;
    private final List<String> lines = new ArrayList<>();
    private boolean isWell = true;

    MixtureReport(MixtureChecks checks, List<String> processes) {
        this.checks = checks;
        this.processes = processes;
    }

    boolean write(Path file, boolean isDone, int far, int refusedCancels, int failures) throws IOException {
        kinds();
        sums(isDone, refusedCancels, failures);
        head("");
        add("%,d tasks that waited for a far day were there to the end and were called off then.", far);
        figures();
        incidents();
        head("", isWell ? "**All is well.**" : "**Something is wrong.**");
        Files.write(file, lines);
        return isWell;
    }

    private void kinds() {
        head(
                "| kind | sent | of these perhaps not, as the broker was away | begun | done | interrupted | without an end |",
                "| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
        checks.kinds()
                .forEach(kind -> add(
                        "| %s | %,d | %,d | %,d | %,d | %,d | %,d |",
                        kind.get("kind"),
                        number(kind.get("sent")),
                        number(kind.get("unsure")),
                        number(kind.get("begun")),
                        number(kind.get("done")),
                        number(kind.get("interrupted")),
                        number(kind.get("torn"))));
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    private void sums(boolean isDone, int refusedCancels, int failures) {
        var repeated = checks.repeated();
        head("", "| check | figure | allowed | |", "| --- | ---: | ---: | --- |");
        check("all was done in time (0: yes)", isDone ? 0 : 1);
        check("lost", checks.lost());
        check("done though called off, or not due for years", checks.doneThoughCalledOff());
        check("begun more than 2 s after it was called off", checks.begunAfterCancel());
        check("cancels that came too late, it was said", refusedCancels);
        check("begun before its time", checks.tooEarly());
        check("begun while its queue was paused", checks.whilePaused());
        add("| done twice, in hand when the broker went | %,d | any | |", repeated.byTheBroker());
        check(
                "done twice without that" + (repeated.some().isEmpty() ? "" : " " + repeated.some()),
                repeated.otherwise());
        check("broken off without a stop of the node or a cancel", checks.brokenOff());
        check("dead tasks", checks.dead());
        check("messages in queues, lanes and hands", checks.waiting());
        check("rows in the outbox", checks.inOutboxAtLast());
        check("workflows that go on or failed", checks.openWorkflows());
        check("exceptions of who sends", failures);
    }

    private void check(String what, long wrong) {
        isWell &= wrong == 0;
        add("| %s | %,d | 0 | %s |", what, wrong, wrong == 0 ? "" : "**wrong**");
    }

    private void figures() {
        head("", "| figure, median | first third | last third | allowed | |", "| --- | ---: | ---: | ---: | --- |");
        var all = new ArrayList<>(processes);
        all.add(MixtureChecks.SENDER);
        for (var process : all) {
            flat(process, MixtureNode.HEAP, 1.2, 10);
            flat(process, MixtureNode.THREADS, 1.1, 5);
        }
        for (var table : MixtureChecks.tables()) {
            flat(MixtureChecks.ROWS, table, 1.2, IN_THOUSANDS.contains(table) ? 2_500 : 50);
        }
    }

    private void flat(String process, String what, double factor, double beside) {
        var thirds = checks.thirds(process, what);
        if (thirds.isEmpty()) {
            isWell = false;
            add("| %s, %s | | | | **not measured** |", process, what);
            return;
        }
        var allowed = thirds.get().first() * factor + beside;
        var grows = thirds.get().last() > allowed;
        isWell &= !grows;
        add(
                "| %s, %s | %,.0f | %,.0f | %,.0f | %s |",
                process, what, thirds.get().first(), thirds.get().last(), allowed, grows ? "**grows**" : "");
    }

    private void incidents() {
        head("", "| what happened | from, s | to, s |", "| --- | ---: | ---: |");
        checks.incidents()
                .forEach(one ->
                        add("| %s | %,d | %,d |", one.what(), seconds(one.fromMillis()), seconds(one.toMillis())));
    }

    private long seconds(long millis) {
        return (millis - checks.begunMillis()) / 1_000;
    }

    private void head(String... plain) {
        lines.addAll(List.of(plain));
    }

    @FormatMethod
    private void add(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
    }
}
