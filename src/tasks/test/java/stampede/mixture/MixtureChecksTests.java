package stampede.mixture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.engine.TaskEngineTest;

/** That the verdict of {@code scripts/bench mixture} can be bad: each fault, written down as the nodes would have, is found. */
@TaskEngineTest
class MixtureChecksTests {

    @Autowired
    private ConfigurableApplicationContext context;

    @Autowired
    private JdbcTemplate jdbc;

    private MixtureChecks checks;
    private MixtureRunRepository runs;
    private final long now = System.currentTimeMillis();

    @BeforeEach
    void make() {
        MixtureRunRepository.make(jdbc);
        checks = new MixtureChecks(context);
        runs = new MixtureRunRepository(jdbc, "some node");
        checks.sendingIsOver(now - 600_000, now);
        checks.begin(MixtureChecks.PAUSE);
    }

    @AfterEach
    void remove() {
        jdbc.execute("drop table mixture_task, mixture_run, mixture_sample");
    }

    @Test
    void findsWhatIsLostTwiceTooEarlyTooLateAndBrokenOff() {
        sent(1, "lost", 1, now, null);
        sent(2, "twice", 1, now, null);
        sent(3, "well", 1, now, null);
        sent(4, "called off before", 0, now, null);
        sent(5, "called off, yet begun", null, now, now - 10_000);
        sent(6, "too early", 1, now + 10_000, null);
        sent(7, MixtureSender.RESTED, 1, now, null);
        sent(8, "broken off", 1, now, null);
        List.of(2L, 2L, 3L, 4L, 5L, 6L).forEach(number -> runs.ran(number, now));
        runs.ran(7, now + 60_000);
        runs.end(runs.begin(8), MixtureRunRepository.INTERRUPTED);
        runs.ran(8, now);

        assertThat(checks.lost()).isEqualTo(1);
        assertThat(checks.repeated().otherwise()).isEqualTo(1);
        assertThat(checks.repeated().some()).containsExactly(2L);
        assertThat(checks.doneThoughCalledOff()).isEqualTo(1);
        assertThat(checks.begunAfterCancel()).isEqualTo(1);
        assertThat(checks.tooEarly()).isEqualTo(1);
        assertThat(checks.whilePaused()).isEqualTo(1);
        assertThat(checks.brokenOff()).isEqualTo(1);
        assertThat(checks.isAllDone()).isFalse();
    }

    @Test
    void excusesOnlyWhatWasInHandWhenTheBrokerOrItsNodeWent() {
        sent(1, "in hand", 1, now, null);
        sent(2, "long before", 1, now - 60_000, null);
        runs.ran(1, now);
        runs.ran(1, now);
        for (int run = 0; run < 2; run++) {
            jdbc.update(
                    "insert into mixture_run (number, node, begun_ms, ended_ms, outcome) values (2, 'some node', ?, ?, 'done')",
                    now - 50_000,
                    now - 50_000);
        }
        checks.begin(MixtureChecks.BROKER_RESTART);
        checks.end(MixtureChecks.BROKER_RESTART);

        assertThat(checks.repeated().byTheBroker()).isEqualTo(1);
        assertThat(checks.repeated().some()).containsExactly(2L);
    }

    @Test
    void saysWhatGrowsAndEndsBadly(@TempDir Path directory) throws IOException {
        for (int second = 0; second < 600; second += 5) {
            sample(MixtureNode.THREADS, second, 40);
            sample(MixtureNode.HEAP, second, 50 + second);
        }

        assertThat(report(directory))
                .contains("**Something is wrong.**")
                .anyMatch(line -> line.contains("heap") && line.contains("**grows**"))
                .noneMatch(line -> line.contains("threads") && line.contains("**grows**"));
    }

    @Test
    void callsNothingGrowthWhileTheBrokerIsAway() {
        for (int second = 0; second < 600; second += 5) {
            sample(MixtureNode.HEAP, second, 50);
        }
        for (int second = 600; second < 625; second++) {
            sample(MixtureNode.HEAP, second, 5_000);
        }
        checks.sendingIsOver(now - 600_000, now + 25_000);
        assertThat(last(MixtureNode.HEAP)).isEqualTo(5_000);

        checks.begin(MixtureChecks.BROKER_RESTART);
        checks.end(MixtureChecks.BROKER_RESTART);
        assertThat(last(MixtureNode.HEAP)).isEqualTo(50);
    }

    private double last(String what) {
        return checks.thirds(MixtureChecks.SENDER, what).orElseThrow().last();
    }

    private List<String> report(Path directory) throws IOException {
        var file = directory.resolve("report");
        assertThat(new MixtureReport(checks, List.of()).write(file, true, 0, 0, 0))
                .isFalse();
        return Files.readAllLines(file);
    }

    private void sample(String what, int second, double figure) {
        jdbc.update(
                "insert into mixture_sample (process, at_ms, what, figure) values (?, ?, ?, ?)",
                MixtureChecks.SENDER,
                now - 600_000 + second * 1_000L,
                what,
                figure);
    }

    private void sent(
            long number, String kind, @Nullable Integer expected, long dueMillis, @Nullable Long cancelledMillis) {
        jdbc.update(
                "insert into mixture_task (number, kind, task_id, sent_ms, due_ms, expected, cancelled_ms) values (?, ?, 'x', ?, ?, ?, ?)",
                number,
                kind,
                dueMillis - 1_000,
                dueMillis,
                expected,
                cancelledMillis);
    }
}
